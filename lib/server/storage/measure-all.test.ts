import { expect, test } from "vitest";
import { countTurns, spin } from "@/lib/server/base/turns-fixture";
import type { VirtualPath } from "@/lib/shared/paths";
import { measureAll } from "./measure-all";

test("however many entries are measured, others have their turn in between", async () => {
  let done = 0;
  const storage = {
    measure: async () => {
      done++;
      spin(1);
      return { folders: 1, files: 2, bytes: 3 };
    },
  };
  const paths = Array.from({ length: 500 }, (_, index) => `r/${index}` as VirtualPath); // well formed
  const { signal } = new AbortController();
  const { mostSteps } = await countTurns(
    async () => {
      expect(await measureAll(paths, { storage, signal })).toEqual({ folders: 500, files: 1_000, bytes: 1_500 });
    },
    () => done,
  );
  // Each takes a millisecond, of which a turn has a few.
  expect(mostSteps).toBeLessThan(20);
});
