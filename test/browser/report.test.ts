/** Reports in a real browser, as people open them: `npm run test:browser`. Needs Chromium, which `npm test` does not. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Gantt } from "../../src/report/chart-gantt.ts";
import { renderPage } from "../../src/report/page.ts";
import { renderPlanPage } from "../../src/report/plan-page.ts";
import { renderSweepPage } from "../../src/report/sweep-page.ts";
import { sampleDocument } from "../report/sample.ts";
import { sampleComparison } from "../report/sample-comparison.ts";
import { BATCH_AXIS, COUNT_AXIS, samplePlan, sampleSweep } from "../report/sample-sweep.ts";
import { launch, openPage } from "./browser.ts";

const EVIL = `<script>document.title='owned'</script>"><img src=x onerror="document.title='owned'">`;

const gantt: Gantt = {
  policy: "fifo",
  machines: ["m-1", EVIL],
  attempts: [1, 2, 3].map((at) => ({
    machine: at === 2 ? EVIL : "m-1",
    started: at,
    ended: at + 1,
    class: "interactive",
    tenant: EVIL,
    task: String(at),
    outcome: at === 3 ? "lost" : "done",
  })),
};

const PAGES: Readonly<Record<string, () => string>> = {
  comparison: () => renderPage(sampleComparison()),
  "one policy": () => renderPage(sampleDocument({ policies: ["fifo"], losses: 3 }), { gantts: [gantt] }),
  "hostile names": () =>
    renderPage(
      {
        ...sampleDocument({ policies: [EVIL, "fifo"], classes: [EVIL, "b"], tenants: [EVIL, "t"] }),
        scenario: EVIL,
        description: EVIL,
      },
      { gantts: [gantt] },
    ),
  "many policies": () =>
    renderPage(sampleComparison({ policies: Array.from({ length: 10 }, (_, i) => `policy-${i}`) })),
  "a sweep along an axis": () => renderSweepPage(sampleSweep([COUNT_AXIS])),
  "a sweep over two axes": () => renderSweepPage(sampleSweep([COUNT_AXIS, BATCH_AXIS])),
  "a plan": () => renderPlanPage(samplePlan()),
};

describe("in a browser", () => {
  const folder = mkdtempSync(join(tmpdir(), "schedlab-browser-"));
  const file = (name: string) => join(folder, `${name.replaceAll(" ", "-")}.html`);
  let browser: Browser;
  beforeAll(async () => {
    for (const [name, render] of Object.entries(PAGES)) writeFileSync(file(name), render());
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test.each(Object.keys(PAGES))(
    "the page of %s draws every chart and asks for nothing, in silence",
    async (name) => {
      const { page, complaints, charts } = await openPage(browser, file(name));
      expect(complaints).toEqual([]);
      expect(charts).toBe(await page.locator(".chart").count());
      expect(charts).toBeGreaterThan(0);
      await page.close();
    },
  );

  test("a hostile name stays text, in the page, in charts and in what a pointer shows", async () => {
    const { page } = await openPage(browser, file("hostile names"));
    expect(await page.title()).toBe(`${EVIL} · schedlab report`);
    expect(await page.locator("img").count()).toBe(0);
    expect(await page.locator("h1").textContent()).toBe(EVIL);
    await hoverMark(page, page.locator("#chart-gantt-1 .mark-rect.role-mark path").first());
    await expectTooltip(page, /tenant<script>document\.title='owned'<\/script>/);
    expect(await page.title()).toBe(`${EVIL} · schedlab report`);
    expect(await page.locator("#tooltip script").count()).toBe(0);
    await page.close();
  });

  test("pointing at a chart shows the numbers there, and leaving hides them", async () => {
    const { page, complaints } = await openPage(browser, file("comparison"));
    for (const chart of ["#chart-wait-p99", "#chart-forest-1", "#chart-late", "#chart-pareto"]) {
      await hoverMark(page, page.locator(`${chart} .mark-symbol.role-mark path`).last());
      await expectTooltip(page, /policy/);
    }
    // Curves answer wherever the pointer is, bars over time from top to bottom.
    await hoverMiddle(page, page.locator("#chart-waits-1 svg"));
    await expectTooltip(page, /waited longer/);
    await hoverMiddle(page, page.locator("#chart-queue-1 svg"));
    await expectTooltip(page, /tasks waiting/);
    await page.mouse.move(2, 2);
    await page.waitForFunction(() => document.getElementById("tooltip")!.hidden);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("a policy picked in a legend is alone in all charts, by mouse or keyboard, until it is picked again", async () => {
    const { page } = await openPage(browser, file("comparison"));
    const faint = () =>
      page.evaluate(() => ({
        points: [...document.querySelectorAll("#chart-wait-p99 .mark-symbol.role-mark path")].filter(
          (mark) => Number(mark.getAttribute("opacity")) < 0.2,
        ).length,
        panels: document.querySelectorAll("figure.faded").length,
        rows: document.querySelectorAll("tr.faded").length,
      }));
    const pick = page.locator('button.pick[data-series="top-k"]').first();
    await pick.click();
    await page.waitForFunction(() => document.querySelectorAll("figure.faded").length > 0);
    await page.waitForTimeout(200);
    expect(await pick.getAttribute("aria-pressed")).toBe("true");
    // Three of four policies: points of five classes, panels of utilisation and queue.
    const picked = await faint();
    expect(picked).toEqual({ points: 15, panels: 6, rows: expect.any(Number) });
    expect(picked.rows).toBeGreaterThan(0);
    await pick.focus();
    await page.keyboard.press("Enter");
    await page.waitForTimeout(200);
    expect(await faint()).toEqual({ points: 0, panels: 0, rows: 0 });
    expect(await pick.getAttribute("aria-pressed")).toBe("false");
    await page.close();
  });

  test("a table is copied for a spreadsheet", async () => {
    const { page } = await openPage(browser, file("one policy"), {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await page.locator("#groups ~ .table button.copy").first().click();
    await page.locator("text=Copied").waitFor();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    expect(text.split("\n")[0]).toMatch(/^By class\tsubmitted\tdone/);
    expect(text).toContain("interactive\t600,000\t");
    await page.close();
  });

  test.each([
    ["a phone", { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }],
    ["a narrow window in the dark", { viewport: { width: 500, height: 740 }, colorScheme: "dark" as const }],
  ])("on %s nothing has to be scrolled sideways, and ink stands out from paper", async (_, options) => {
    for (const name of ["comparison", "hostile names", "a plan"]) {
      const { page, complaints } = await openPage(browser, file(name), options);
      const { wide, contrast } = await page.evaluate(() => {
        const light = (color: string) => {
          const [r, g, b] = color.match(/[\d.]+/g)!.map(Number);
          return (0.2126 * r! + 0.7152 * g! + 0.0722 * b!) / 255;
        };
        const style = getComputedStyle(document.body);
        return {
          wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
          contrast: Math.abs(light(style.color) - light(style.backgroundColor)),
        };
      });
      expect([name, wide]).toEqual([name, 0]);
      expect(contrast).toBeGreaterThan(0.6);
      expect(complaints).toEqual([]);
      await page.close();
    }
  });

  test("it prints to a PDF with its charts, everything unfolded", async () => {
    const { page } = await openPage(browser, file("comparison"), { colorScheme: "dark" });
    const pdf = await page.pdf({ format: "A4" });
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
    expect(pdf.length).toBeGreaterThan(50_000);
    await page.close();
  });
});

async function hoverMark(page: Page, mark: Locator): Promise<void> {
  await mark.scrollIntoViewIfNeeded();
  const box = (await mark.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2 - 3, box.y + box.height / 2 - 1);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
}

async function hoverMiddle(page: Page, chart: Locator): Promise<void> {
  await chart.scrollIntoViewIfNeeded();
  const box = (await chart.boundingBox())!;
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.4);
  await page.mouse.move(box.x + box.width * 0.55, box.y + box.height * 0.45);
}

async function expectTooltip(page: Page, text: RegExp): Promise<void> {
  await page.waitForFunction(() => !document.getElementById("tooltip")!.hidden);
  expect(await page.locator("#tooltip").textContent()).toMatch(text);
}
