// Parse many formulas with KaTeX in one process: {modules, formulas: [{name, math, display}]} comes
// in on stdin, {name: message} of those that it refuses or complains about goes out.
const { readFileSync } = require("node:fs");
const { join } = require("node:path");

const { modules, formulas } = JSON.parse(readFileSync(0, "utf8"));
const katex = require(join(modules, "katex"));

const refused = {};
for (const { name, math, display } of formulas) {
  const complaints = [];
  console.warn = (...words) => complaints.push(words.join(" "));
  try {
    katex.renderToString(math, {
      displayMode: display,
      throwOnError: true,
      strict: "error",
      trust: false,
    });
  } catch (error) {
    complaints.push(error.message);
  }
  if (complaints.length) refused[name] = complaints.join("; ");
}
process.stdout.write(JSON.stringify(refused));
