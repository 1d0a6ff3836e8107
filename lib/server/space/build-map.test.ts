import { expect, it } from "vitest";
import type { Surveyed } from "@/lib/server/storage/survey";
import { createSpaceMap } from "./build-map";

const none = { sizeBytes: 0, mtimeMs: 0, device: 1, hardLinkId: null };
const folder = (name: string, rest: Partial<Surveyed> = {}): Surveyed => ({
  ...none,
  path: name,
  name,
  kind: "folder",
  allocatedBytes: 1,
  ...rest,
});
const file = (name: string, allocatedBytes: number, rest: Partial<Surveyed> = {}): Surveyed => ({
  ...folder(name, rest),
  kind: "file",
  allocatedBytes,
});

type Map = ReturnType<typeof createSpaceMap>;
type Context = Map["start"];
/** A folder that was entered. */
function entered(map: Map, one: Surveyed, parent: Context): Context {
  const context = map.survey.enter(one, parent);
  if (context === null) throw new Error("not entered");
  return context;
}

it("adds up what is below, counts hard links once, and stays on its disk", () => {
  const map = createSpaceMap();
  const top = entered(map, folder("r"), map.start);
  const a = entered(map, folder("a"), top);
  map.survey.leaf(file("big", 1000), a);
  map.survey.leaf(file("one", 50, { hardLinkId: "x" }), a);
  map.survey.leave(a);
  map.survey.leaf(file("two", 50, { hardLinkId: "x" }), top);
  expect(map.survey.enter(folder("mount", { device: 2 }), top)).toBeNull();
  entered(map, folder("closed"), top);
  map.survey.unreadable();
  map.survey.leave(top);
  const parts = map.parts();
  expect(parts.map(({ name, bytes, files }) => [name, bytes, files])).toEqual([
    ["", 1052, 3],
    ["a", 1051, 2],
    ["closed", 1, 0],
    ["two", 0, 1],
    ["mount", 0, 0],
    ["big", 1000, 1],
    ["one", 50, 1],
  ]);
  expect(parts.map((part) => part.in)).toEqual([-1, 0, 0, 0, 0, 1, 1]);
  expect([parts[4]?.elsewhere, map.unreadable(), map.entries()]).toEqual([true, 1, 6]);
});

it("keeps the largest of very many, and the sum of the rest", () => {
  const map = createSpaceMap({ parts: 20, perFolder: 10, nodes: 60 });
  const top = entered(map, folder("r"), map.start);
  let sum = 1;
  for (let outer = 0; outer < 50; outer++) {
    const inner = entered(map, folder(`f${outer}`), top);
    sum++;
    for (let index = 1; index <= 200; index++) {
      map.survey.leaf(file(`${index}`, index * (outer + 1)), inner);
      sum += index * (outer + 1);
    }
    map.survey.leave(inner);
  }
  map.survey.leave(top);
  const parts = map.parts();
  expect(parts.length).toBeLessThanOrEqual(20);
  expect(parts[0]?.bytes).toBe(sum);
  expect(parts[1]?.name).toBe("f49");
  // Whatever is left out, a folder is the sum of its parts, its rest and its own entry.
  for (const [place, part] of parts.entries()) {
    const inside = parts.filter((other) => other.in === place).reduce((total, { bytes }) => total + bytes, 0);
    expect([part.name, part.bytes]).toEqual([
      part.name,
      part.kind === "folder" ? 1 + inside + part.rest.bytes : part.bytes,
    ]);
  }
});
