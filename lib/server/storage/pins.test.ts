import { expect, test } from "vitest";
import { parseVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import { makePins, type Pin } from "./pins";

const at = (text: string): VirtualPath => {
  const path = parseVirtualPath(text);
  if (path === null) throw new Error(`no path: ${text}`);
  return path;
};
const roots = [{ id: "r", place: "/srv" }] as unknown as Parameters<typeof makePins>[0]["roots"]; // no more is asked of one
const pinsOf = (pins: readonly Pin[]) => makePins({ roots, pins, real: (place) => Promise.resolve(place) });

test("each of several places of one path counts, above and below it as well", async () => {
  const assertPinned = pinsOf([
    { path: at("r/a/b/one"), place: "/srv/a/b/one" },
    { path: at("r/a/b/two"), place: "/srv/a/b/two" },
    { path: at("r/a/b/two"), place: "/other/a/b/two" },
    { path: at("r/plain"), place: null },
  ]);
  for (const [path, real] of [
    ["r/a/b/one", "/srv/a/b/one"],
    ["r/a/b/two", "/srv/a/b/two"],
    ["r/a/b/two/below", "/srv/a/b/two/below"],
    ["r/a/b/two/below", "/other/a/b/two/below"],
    ["r/a/b", "/srv/a/b"],
    ["r/a/b", "/other/a/b"],
    ["r/a", "/other/a"],
    ["r/plain/x", "/srv/plain/x"],
  ] as const)
    await assertPinned(at(path), real);
  for (const [path, real] of [
    ["r/a/b/one", "/other/a/b/one"],
    ["r/a/b/three", "/srv/a/c/three"],
    ["r/plain/x", "/other/plain/x"],
    ["q", "/srv"],
  ] as const)
    await expect(assertPinned(at(path), real)).rejects.toThrow("file/place-changed");
});

test("thousands of deep pins let others in", async () => {
  const levels = "d/".repeat(200);
  const pins = Array.from({ length: 600 }, (_, index) => ({
    path: at(`r/${index}/${levels}f`),
    place: `/srv/${index}/${levels}f`,
  }));
  let [turns, isOver] = [0, false];
  const watch = () => {
    turns++;
    if (!isOver) setImmediate(watch);
  };
  setImmediate(watch);
  await pinsOf(pins)(at("r/7"), "/srv/7");
  isOver = true;
  expect(turns).toBeGreaterThan(20);
});
