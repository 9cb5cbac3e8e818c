/** The page's own script: draws each chart into its place. Kept as text because it runs in the reader's browser. */
export const PAGE_SCRIPT = `"use strict";
for (const { id, spec } of JSON.parse(document.getElementById("chart-data").textContent)) {
  const place = document.getElementById(id);
  const complain = (error) => {
    place.textContent = "This chart could not be drawn: " + error.message;
  };
  try {
    const runtime = vega.parse(vegaLite.compile(spec).spec, undefined, { ast: true });
    new vega.View(runtime, { expr: vegaInterpreter, renderer: "svg", hover: true, container: place })
      .runAsync()
      .catch(complain);
  } catch (error) {
    complain(error);
  }
}
`;
