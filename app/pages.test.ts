import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { consoleFeatures } from "@/components/features";

const folder = path.join(process.cwd(), "app", "(console)");

/** The addresses of the console's pages, and which page of a feature each of them shows. */
const pages = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((file) => path.basename(file) === "page.tsx")
  .map((file) => ({
    address: path.dirname(file),
    shows: /<FeaturePage path="([^"]+)"/.exec(readFileSync(path.join(folder, file), "utf8"))?.[1] ?? null,
  }));

it("has a page for every page of a feature, and no other but that of the folders", () => {
  const declared = consoleFeatures.flatMap(({ pages: own = [] }) => own.map((page) => page.path));
  expect(pages.map(({ address }) => address).toSorted()).toEqual([...declared, "browse/[[...path]]"].toSorted());
  expect(pages.filter(({ address, shows }) => shows !== address)).toEqual([
    { address: "browse/[[...path]]", shows: null },
  ]);
});
