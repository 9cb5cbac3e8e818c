/**
 * What every page has around its content, as one HTML file that opens anywhere, offline, for as long as browsers
 * exist: style, data and the libraries that draw are all inside. Its content policy lets only these very scripts
 * run, by their hashes, and nothing load. Nothing in it depends on when or where it was made.
 */
import { createHash } from "node:crypto";
import { chartLibraries } from "./chart-libraries.ts";
import type { Chart } from "./chart-style.ts";
import { type Html, html, trusted } from "./html.ts";
import { scriptJson } from "./json.ts";
import { chartId } from "./page-charts.ts";
import { PAGE_SCRIPT } from "./page-script.ts";
import { PAGE_STYLE } from "./page-style.ts";

export interface PageContent {
  readonly title: string;
  readonly tool: string;
  readonly header: Html;
  readonly main: Html;
  readonly charts: readonly Chart[];
  /** Other files of the report, with what to say of them. */
  readonly files: readonly { readonly name: string; readonly about: string }[];
}

export function renderShell(content: PageContent): string {
  const { title, tool, header, main, charts, files } = content;
  const scripts = [...chartLibraries().map((library) => library.script), PAGE_SCRIPT];
  const data = charts.map(({ id, spec, kind }) => ({ id: chartId(id), spec, kind }));
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy(scripts)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="schedlab ${tool}">
<title>${title}</title>
<style>${trusted(PAGE_STYLE)}</style>
</head>
<body>
<header>
${header}</header>
<noscript><p class="note">The charts are drawn by a script inside this page; scripts are switched off. All numbers are in the tables.</p></noscript>
<main>
${main}</main>
<footer><p>Made by schedlab ${tool}. Charts are drawn with Vega and Vega-Lite, whose licences stand in this file. In the folder of this report:</p>
<ul class="files">${files.map(({ name, about }) => html`<li><a href="${name}">${name}</a>${about === "" ? "" : ` ${about}`}</li>\n`)}</ul></footer>
<div id="tooltip" role="status" hidden></div>
<script type="application/json" id="chart-data">${trusted(scriptJson(data))}</script>
${scripts.map((script) => html`<script>${trusted(script)}</script>\n`)}</body>
</html>
`;
  return page.text;
}

/** A part of the page that answers one question. */
export function part(id: string, title: string, ...content: readonly (Html | string)[]): Html {
  return html`<section class="part" aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
${content}</section>
`;
}

/** Names and values side by side. */
export function factList(facts: readonly (readonly [string, string])[]): Html {
  return html`<dl class="facts">
${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>\n`)}</dl>
`;
}

export function paragraphs(texts: readonly string[]): readonly Html[] {
  return texts.map((text) => html`<p>${text}</p>\n`);
}

function contentPolicy(scripts: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src ${scripts.map(sourceHash).join(" ")}`,
    `style-src ${sourceHash(PAGE_STYLE)}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

function sourceHash(text: string): string {
  return `'sha256-${createHash("sha256").update(text, "utf8").digest("base64")}'`;
}
