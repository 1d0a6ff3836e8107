import fs from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { at } from "@/lib/server/storage/conformance/support";
import { makeLocalFixture } from "@/lib/server/storage/local-fixture";

test("a file is touched by whoever writes to it, though its time is put back", async () => {
  const { root, storage, close } = await makeLocalFixture();
  onTestFinished(close);
  const place = `${root}/a`;
  const timeS = 1_000_000_000; // whole, so that it can be put back
  fs.writeFileSync(place, "first");
  fs.utimesSync(place, timeS, timeS);
  const file = await storage.open(at("a"));
  expect(await file.disk?.isUntouched()).toBe(true);
  fs.writeFileSync(place, "later");
  fs.utimesSync(place, timeS, timeS);
  expect((await storage.stat(at("a"))).mtimeMs).toBe(file.stat.mtimeMs);
  expect(await file.disk?.isUntouched()).toBe(false);
  await file.close();
});
