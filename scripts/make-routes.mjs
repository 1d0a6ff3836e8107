// Writes lib/client/route-table.ts from the contracts: what the browser needs to call them, without their schemas and zod.
import path from "node:path";
import { root } from "./fingerprint.mjs";
import { writeChanged } from "./write-generated.mjs";

/** The table's source text, from the contracts as they are now. */
export function routeTableText(contracts) {
  const groups = Object.entries(contracts)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([group, contract]) => {
      const lines = Object.entries(contract)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(
          ([name, { method, path: address, bytes }]) => `    ${name}: "${method} ${address}${bytes ? " bytes" : ""}",`,
        );
      return [`  ${group}: {`, ...lines, "  },"].join("\n");
    });
  return `// Written by scripts/make-routes.mjs from lib/contracts. Do not edit: run \`npm run generate\`.

/** Every endpoint by group and name: method, path, and whether its body is bytes. */
export const routeTable = {
${groups.join("\n")}
} as const;
`;
}

/** Writes the table where it has changed. */
export function makeRoutes(contracts) {
  writeChanged(path.join(root, "lib/client/route-table.ts"), routeTableText(contracts));
}
