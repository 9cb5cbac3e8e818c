/** A table in a page: it scrolls by itself where it is too wide, and a button copies it into a spreadsheet. */
import { type Html, html } from "./html.ts";

export function tableRegion(title: string, table: Html): Html {
  return html`<div class="table"><button type="button" class="copy" title="Copy the table ${title}, for a spreadsheet">Copy</button><div class="scroll" role="region" aria-label="${title}" tabindex="0">${table}</div></div>
`;
}

/** Rows of text under headings; the first column is the row's name, `texts` are further columns of text. */
export function plainTable(
  title: string,
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  texts: readonly number[] = [],
): Html {
  const textual = (column: number) => (texts.includes(column) ? html` class="name"` : "");
  const body = rows.map(
    ([name, ...cells]) =>
      html`<tr><th scope="row">${name ?? ""}</th>${cells.map((cell, index) => html`<td${textual(index + 1)}>${cell}</td>`)}</tr>\n`,
  );
  return tableRegion(
    title,
    html`<table>
<thead><tr>${headings.map((heading, column) => html`<th scope="col"${textual(column)}>${heading}</th>`)}</tr></thead>
<tbody>${body}</tbody>
</table>`,
  );
}
