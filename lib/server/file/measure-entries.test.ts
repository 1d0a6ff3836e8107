import { expect, test } from "vitest";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { visitor } from "@/lib/server/session/find-actor";
import { at } from "@/lib/server/storage/conformance/support";
import { measureEntries } from "./measure-entries";

test("of one user two are measured at once, the others wait for their turn", async () => {
  const finish: (() => void)[] = [];
  const storage = {
    measure: () => new Promise((resolve) => void finish.push(() => resolve({ folders: 0, files: 1, bytes: 1 }))),
  };
  const { signal } = new AbortController();
  const ask = (userId: string) =>
    // It looks at these parts of a whole context alone.
    measureEntries({ files: [at("a")] }, { actor: { ...visitor, userId }, storage, signal } as unknown as Ctx);
  const asked = [ask("mia"), ask("mia"), ask("mia"), ask("tom")];
  await new Promise(setImmediate);
  expect(finish).toHaveLength(3);
  finish.shift()?.();
  await asked[0];
  await new Promise(setImmediate);
  expect(finish).toHaveLength(3);
  for (const one of finish) one();
  await expect(Promise.all(asked)).resolves.toHaveLength(4);
});
