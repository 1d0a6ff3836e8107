// Writes what follows from the pages that the browser's features declare: app/(console)/<path>/page.tsx for each, for Next, and lib/shared/page-paths.ts, for the server,
// which loads no feature.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, rmdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./fingerprint.mjs";

const written = "// Written by scripts/make-pages.mjs";
const pagesFolder = path.join(root, "app", "(console)");

/** The paths that the features declare; what it cannot read, a test misses in the list. */
function declaredPaths() {
  const components = path.join(root, "components");
  return readdirSync(components, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => path.join(components, name, `${name}-feature.ts`))
    .filter((file) => existsSync(file))
    .flatMap((file) => readFileSync(file, "utf8").match(/\bpage\(\{\s*path: "[^"]+"/g) ?? [])
    .map((text) => /"([^"]+)"/.exec(text)[1])
    .toSorted();
}

const listText = (paths) => `${written} from the features of components/. Do not edit: run \`npm run generate\`.

/** The pages of the console that features declare; beside them are those of app/. */
export const pagePaths = [
  // One to a line.
${paths.map((one) => `  "${one}",`).join("\n")}
] as const;
`;

const pageText = (one) => `${written} from a feature of components/. Do not edit: run \`npm run generate\`.
import { FeaturePage } from "@/components/registry/feature-page";

export default function Page() {
  return <FeaturePage path="${one}" />;
}
`;

/** Pages below a folder that this file wrote, and those whose feature has gone among them. */
function writtenPages() {
  return readdirSync(pagesFolder, { recursive: true, encoding: "utf8" })
    .filter((file) => path.basename(file) === "page.tsx")
    .map((file) => path.join(pagesFolder, file))
    .filter((file) => readFileSync(file, "utf8").startsWith(written));
}

/** Deletes a page, and the folders that are left empty by that. */
function dropPage(file) {
  rmSync(file);
  for (let folder = path.dirname(file); folder !== pagesFolder; folder = path.dirname(folder)) {
    if (readdirSync(folder).length > 0) return;
    rmdirSync(folder);
  }
}

function writeChanged(file, text) {
  if (existsSync(file) && readFileSync(file, "utf8") === text) return;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Writes the list and the pages where they have changed, and deletes pages that no feature declares any more. */
export function makePages() {
  const paths = declaredPaths();
  writeChanged(path.join(root, "lib", "shared", "page-paths.ts"), listText(paths));
  const pages = new Map(paths.map((one) => [path.join(pagesFolder, one, "page.tsx"), pageText(one)]));
  for (const file of writtenPages()) if (!pages.has(file)) dropPage(file);
  for (const [file, text] of pages) writeChanged(file, text);
}
