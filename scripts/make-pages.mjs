// Writes what follows from the pages that the browser's features declare: app/(console)/<path>/page.tsx for each, for Next, and lib/shared/page-paths.ts, for the server,
// which loads no feature.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { root } from "./fingerprint.mjs";
import { writeAll, writeChanged } from "./write-generated.mjs";

const mark = "// Written by scripts/make-pages.mjs";

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

const listText = (paths) => `${mark} from the features of components/. Do not edit: run \`npm run generate\`.

/** The pages of the console that features declare; beside them are those of app/. */
export const pagePaths = [
  // One to a line.
${paths.map((one) => `  "${one}",`).join("\n")}
] as const;
`;

const pageText = (one) => `${mark} from a feature of components/. Do not edit: run \`npm run generate\`.
import { FeaturePage } from "@/components/registry/feature-page";

export default function Page() {
  return <FeaturePage path="${one}" />;
}
`;

/** Writes the list and the pages where they have changed, and deletes pages that no feature declares any more. */
export function makePages() {
  const paths = declaredPaths();
  writeChanged(path.join(root, "lib", "shared", "page-paths.ts"), listText(paths));
  const folder = path.join(root, "app", "(console)");
  const texts = new Map(paths.map((one) => [path.join(folder, one, "page.tsx"), pageText(one)]));
  writeAll({ folder, name: "page.tsx", mark, texts });
}
