/** `sim policies` */
import { PLACEMENTS } from "../cluster/policy.ts";
import { BUILT_IN } from "../policies/index.ts";

const PLACEMENT_SUMMARIES: Record<(typeof PLACEMENTS)[number], string> = {
  "first-fit": "the first machine, in scenario order, that has room",
  "best-fit": "the machine that will have the least cpu left",
  "worst-fit": "the machine that will have the most cpu left",
  random: "any machine that has room, by chance",
  "power-of-two": "the emptier of two machines drawn by chance",
  "right-size": "the smallest machine that fits: large ones stay free",
  near: "a machine in the tenant's datacenter, or else any",
};

export function policies(options: { readonly json?: boolean }): void {
  if (options.json) {
    const list = BUILT_IN.map(({ name, summary, parameters }) => ({ name, summary, parameters }));
    process.stdout.write(`${JSON.stringify({ policies: list, placements: PLACEMENT_SUMMARIES }, null, 2)}\n`);
    return;
  }
  const lines = ["Policies"];
  for (const { name, summary, parameters } of BUILT_IN) {
    lines.push(`  ${name}`, ...wrap(summary, 74).map((line) => `      ${line}`));
    for (const [parameter, { default: fallback, meaning }] of Object.entries(parameters)) {
      lines.push(
        ...wrap(`${parameter} = ${fallback}: ${meaning}`, 70).map(
          (line, i) => `      ${i === 0 ? "· " : "  "}${line}`,
        ),
      );
    }
  }
  lines.push("", 'Placements (of any policy: "policy": { "name": …, "placement": … })');
  for (const name of PLACEMENTS) lines.push(`  ${name.padEnd(13)} ${PLACEMENT_SUMMARIES[name]}`);
  lines.push("", "A policy of your own is a file: sim run <scenario> --policy ./my-policy.ts");
  process.stdout.write(`${lines.join("\n")}\n`);
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + word.length >= width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
