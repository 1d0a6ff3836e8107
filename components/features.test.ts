import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { messages } from "@/messages/en";
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

/** The files of messages/ that the texts of a folder are from. */
function saidIn(folder: string): Set<string> {
  const files = readdirSync(`${import.meta.dirname}/${folder}`, { recursive: true, encoding: "utf8" });
  const texts = files
    .filter((file) => /\.tsx?$/.test(file) && !file.includes(".test."))
    .map((file) => readFileSync(`${import.meta.dirname}/${folder}/${file}`, "utf8"));
  const said = texts.flatMap((text) => [...text.matchAll(/(?:useTranslations\(\s*|\bwords[:=] ?)"(\w+)/g)]);
  return new Set(said.map(([, name = ""]) => name));
}

test("a feature declares from which words it speaks, and every file of words has somebody who speaks from it", () => {
  const ofLayers = new Set(browserLayers.filter((name) => folders.includes(name)).flatMap((name) => [...saidIn(name)]));
  // Said by their keys, wherever one is met.
  ofLayers.add("errors");
  const features = new Map([...consoleFeatures, ...visitorFeatures].map((one) => [one.id, one.messages ?? []]));
  for (const [id, declared] of features)
    expect([id, [...saidIn(id)].filter((name) => !ofLayers.has(name)).sort()]).toEqual([id, [...declared].sort()]);
  // Names of permissions are said where one is missing.
  const spoken = new Set<string>([...ofLayers, ...[...features.values()].flat(), "permissions"]);
  expect(Object.keys(messages).filter((name) => !spoken.has(name))).toEqual([]);
});
