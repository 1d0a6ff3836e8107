// Writes lib/shared/page-paths.ts: which pages the features of the browser have, for the server, which loads no feature.
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./fingerprint.mjs";

/** The list's source text; what it cannot read, a test misses in it. */
export function pagePathsText() {
  const components = path.join(root, "components");
  const declarations = readdirSync(components, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => path.join(components, name, `${name}-feature.ts`))
    .filter((file) => existsSync(file))
    .flatMap((file) => readFileSync(file, "utf8").match(/\bpage\(\{\s*path: "[^"]+"/g) ?? []);
  const paths = declarations.map((text) => /"([^"]+)"/.exec(text)[1]).toSorted();
  return `// Written by scripts/make-pages.mjs from the features of components/. Do not edit: run \`npm run generate\`.

/** The pages of the console that features declare; beside them are those of app/. */
export const pagePaths = [
  // One to a line.
${paths.map((one) => `  "${one}",`).join("\n")}
] as const;
`;
}

/** Writes the list where it has changed. */
export function makePages() {
  const file = path.join(root, "lib/shared/page-paths.ts");
  const text = pagePathsText();
  if (readFileSync(file, { encoding: "utf8", flag: "a+" }) !== text) writeFileSync(file, text);
}
