import { mkdirSync, writeFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { countTurns } from "@/lib/server/base/turns-fixture";
import { at, treeOptions } from "@/lib/server/storage/conformance/support";
import { makeLocalFixture } from "@/lib/server/storage/local-fixture";

const count = 20_000;

test("a folder of 20,000 entries comes in pages, the first one small, without holding up the event loop", async () => {
  const { storage, root, close } = await makeLocalFixture();
  onTestFinished(close);
  mkdirSync(`${root}/big`);
  for (let index = 0; index < count; index++) writeFileSync(`${root}/big/${index}`, "");
  const sizes: number[] = [];
  const names = new Set<string>();
  const { mostSteps } = await countTurns(
    async () => {
      for await (const page of storage.list(at("big"))) {
        sizes.push(page.length);
        for (const { name } of page) names.add(name);
      }
    },
    () => sizes.length,
  );
  expect(names.size).toBe(count);
  expect(sizes[0]).toBe(200);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(1_000);
  expect(mostSteps).toBeLessThan(10);
  const abort = new AbortController();
  const stopped = (async () => {
    for await (const page of storage.list(at("big"), abort.signal)) if (page.length > 0) abort.abort();
  })();
  await expect(stopped).rejects.toMatchObject({ key: "request/cancelled" });
  expect(await storage.remove(at("big"), treeOptions())).toMatchObject({ files: count, failureCount: 0 });
});
