import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { browserLayers } from "@/scripts/boundaries/rules.mjs";
import { consoleFeatures } from "./features";
import { visitorFeatures } from "./visitor-features";

const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

test("every folder is a layer or a feature that is listed, under its own name", () => {
  const listed = new Set([...consoleFeatures, ...visitorFeatures].map(({ id }) => id));
  expect(folders.filter((name) => !browserLayers.includes(name)).sort()).toEqual([...listed].sort());
  expect(new Set(consoleFeatures.map(({ id }) => id)).size).toBe(consoleFeatures.length);
});

test("a feature is declared by a file of its name, which names its folder", () => {
  for (const { id } of [...consoleFeatures, ...visitorFeatures])
    expect(readFileSync(`${import.meta.dirname}/${id}/${id}-feature.ts`, "utf8")).toContain(
      `export const ${id}Feature`,
    );
});

test("nothing among viewers, tools and panels has the name of another", () => {
  const parts = (pick: (one: (typeof consoleFeatures)[number]) => readonly { id: string }[] | undefined) =>
    consoleFeatures.flatMap((one) => pick(one) ?? []).map(({ id }) => id);
  for (const ids of [
    parts(({ viewers }) => viewers),
    parts(({ folderTools }) => folderTools),
    parts(({ panels }) => panels),
  ])
    expect(new Set(ids).size).toBe(ids.length);
});
