/**
 * HTML from templates in which every value is escaped unless it is HTML already. Names in a report come from
 * scenario files and traces of others; with this, forgetting to escape one is not possible.
 */

export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type HtmlValue = string | number | Html | readonly HtmlValue[];

export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let text = parts[0]!;
  values.forEach((value, index) => {
    text += render(value) + parts[index + 1]!;
  });
  return new Html(text);
}

/** For text of our own that is HTML, CSS or script already. */
export function trusted(text: string): Html {
  return new Html(text);
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function render(value: HtmlValue): string {
  if (value instanceof Html) return value.text;
  if (typeof value === "object") return value.map(render).join("");
  return escapeHtml(String(value));
}
