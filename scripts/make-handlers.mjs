// Writes app/api/<prefix>/[[...path]]/route.ts from the contracts: the endpoints that Next's route handlers answer, one file for each first part of their addresses.
import path from "node:path";
import { root } from "./fingerprint.mjs";
import { writeAll, writeChanged } from "./write-generated.mjs";

const mark = "// Written by scripts/make-handlers.mjs";

/** @returns {Map<string, { groups: Set<string>, handled: string[], direct: string[], methods: Set<string> }>} By first part of the address. */
function byPrefix(contracts) {
  const prefixes = new Map();
  for (const [group, contract] of Object.entries(contracts)) {
    for (const { method, path: address, direct } of Object.values(contract)) {
      const prefix = address.split("/")[0];
      const known = prefixes.get(prefix) ?? { groups: new Set(), handled: [], direct: [], methods: new Set() };
      prefixes.set(prefix, known);
      known.groups.add(group);
      (direct ? known.direct : known.handled).push(`${method} /api/${address}`);
      if (!direct) known.methods.add(method);
    }
  }
  return new Map([...prefixes].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

const methods = ["DELETE", "GET", "POST", "PUT"];

const handlerText = (endpoints) => `${mark} from lib/contracts. Do not edit: run \`npm run generate\`.
export { ${methods
  .filter((method) => endpoints.methods.has(method))
  .map((method) => `answerCall as ${method}`)
  .join(", ")} } from "@/app/api/answer-call";
`;

const listed = (title, endpoints) =>
  endpoints.length === 0 ? "" : `\n${title}\n\n${endpoints.map((one) => `- \`${one}\``).join("\n")}\n`;

function readmeText(prefixes) {
  const parts = [...prefixes].map(
    ([prefix, { groups, handled, direct }]) =>
      `\n## ${prefix}\n\nGroups: ${[...groups].join(", ")}.\n` +
      listed("Route handler:", handled) +
      listed("Ahead of Next:", direct),
  );
  return `<!-- Written by scripts/make-handlers.mjs from lib/contracts. Do not edit: run \`npm run generate\`. -->

# The API

Every endpoint by the first part of its address. What a route handler serves and what the custom server answers ahead of Next goes through the same gate
(docs/decisions/0137-route-handlers.md).
${parts.join("")}`;
}

/** Writes the handlers and the list of the API where they have changed, and deletes handlers that no endpoint has any more. */
export function makeHandlers(contracts) {
  const folder = path.join(root, "app", "api");
  const prefixes = byPrefix(contracts);
  const texts = new Map(
    [...prefixes]
      .filter(([, { handled }]) => handled.length > 0)
      .map(([prefix, endpoints]) => [path.join(folder, prefix, "[[...path]]", "route.ts"), handlerText(endpoints)]),
  );
  writeAll({ folder, name: "route.ts", mark, texts });
  writeChanged(path.join(folder, "README.md"), readmeText(prefixes));
}
