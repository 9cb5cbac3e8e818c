/** A real Chromium for tests, and pages of reports opened in it. */
import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

/** Debian's, or the one that CHROMIUM names. */
export function launch(): Promise<Browser> {
  const executablePath = PLACES.find((path) => path !== undefined && existsSync(path));
  if (executablePath === undefined)
    throw new Error("no Chromium: apt-get install chromium, or name one in the variable CHROMIUM");
  return chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking"],
  });
}

const PLACES = [process.env["CHROMIUM"], "/usr/bin/chromium", "/usr/bin/google-chrome"];

export interface OpenPage {
  readonly page: Page;
  /** What the console said, errors, and requests for anything but the page itself. */
  readonly complaints: readonly string[];
  /** How many charts were drawn. */
  readonly charts: number;
}

/** Opens a file and waits until its charts are drawn. */
export async function openPage(
  browser: Browser,
  file: string,
  options: BrowserContextOptions = {},
): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: { width: 1100, height: 900 }, ...options });
  const page = await context.newPage();
  const address = pathToFileURL(file).href;
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  page.on("request", (request) => {
    if (request.url() !== address) complaints.push(`request: ${request.url()}`);
  });
  await page.goto(address);
  await page.waitForFunction(() => document.documentElement.dataset["drawn"] !== undefined);
  const charts = await page.locator(".chart svg.marks").count();
  return { page, complaints, charts };
}
