import { expect, test } from "vitest";
import { heldShare, spin } from "@/lib/server/base/held-share-fixture";
import type { VirtualPath } from "@/lib/shared/paths";
import { measureAll } from "./measure-all";

test("however many entries are measured, others have their turn in between", async () => {
  const storage = {
    measure: async () => {
      spin(1);
      return { folders: 1, files: 2, bytes: 3 };
    },
  };
  const paths = Array.from({ length: 500 }, (_, index) => `r/${index}` as VirtualPath); // well formed
  const { signal } = new AbortController();
  const share = await heldShare(async () => {
    expect(await measureAll(paths, { storage, signal })).toEqual({ folders: 500, files: 1_000, bytes: 1_500 });
  });
  expect(share).toBeLessThan(0.5);
});
