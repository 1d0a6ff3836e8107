import { expect, it } from "vitest";
import type { VirtualPath } from "@/lib/shared/paths";
import { readTargets, rememberTarget } from "./recent-targets";

function memory(start: Record<string, string> = {}) {
  const items = new Map(Object.entries(start));
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => void items.set(key, text),
  }; // the map gives itself
}

it("keeps the newest six of a user, each once", () => {
  const storage = memory();
  for (const name of ["a", "b", "c", "d", "e", "f", "g", "c"])
    rememberTarget(storage, "u1", `files/${name}` as VirtualPath);
  expect(readTargets(storage, "u1")).toEqual(["c", "g", "f", "e", "d", "b"].map((name) => `files/${name}`));
  expect(readTargets(storage, "u2")).toEqual([]);
});

it.each(["x", "{}", '["../x", 3, "files/a"]'])("ignores what is no path in %s", (text) => {
  expect(readTargets(memory({ "filedeck.targets.u": text }), "u")).toEqual(text.includes("files") ? ["files/a"] : []);
});
