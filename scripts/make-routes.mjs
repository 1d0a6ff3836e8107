// Writes lib/client/route-table.ts and rest-route-table.ts from the contracts: what the browser needs to call them, without their schemas and zod.
import path from "node:path";
import { root } from "./fingerprint.mjs";
import { writeChanged } from "./write-generated.mjs";

/** Groups that the file page calls as soon as it is there. The others come with whatever screen asks them first. */
const firstGroups = new Set([
  "archive",
  "file",
  "notify",
  "preview",
  "search",
  "setting",
  "share",
  "tab",
  "task",
  "trash",
  "undo",
  "upload",
  "user",
]);

/** Both tables' source texts by their files, from the contracts as they are now. */
export function routeTableTexts(contracts) {
  return {
    "lib/client/route-table.ts": tableText(contracts, {
      comment: "Endpoints of the groups that the file page begins with",
      isWanted: (group) => firstGroups.has(group),
    }),
    "lib/client/rest-route-table.ts": tableText(contracts, {
      comment: "Endpoints of all other groups",
      isWanted: (group) => !firstGroups.has(group),
    }),
  };
}

function tableText(contracts, { comment, isWanted }) {
  const groups = Object.entries(contracts)
    .filter(([group]) => isWanted(group))
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

/** ${comment}, by group and name: method, path, and whether the body is bytes. */
export const routeTable = {
${groups.join("\n")}
} as const;
`;
}

/** Writes the tables where they have changed. */
export function makeRoutes(contracts) {
  for (const [file, text] of Object.entries(routeTableTexts(contracts))) writeChanged(path.join(root, file), text);
}
