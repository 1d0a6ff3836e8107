import { mkdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { countTurns } from "@/lib/server/base/turns-fixture";
import { at } from "@/lib/server/storage/conformance/support";
import { makeLocalFixture, type LocalFixture } from "@/lib/server/storage/local-fixture";

let fixture: LocalFixture;

beforeAll(async () => {
  fixture = await makeLocalFixture();
});
afterAll(() => fixture.close());

test("a walk through empty folders lets others have their turn", async () => {
  const { storage, root } = fixture;
  for (let index = 0; index < 1_500; index++) await mkdir(path.join(root, "wide", `${index}`), { recursive: true });
  let folders = 0;
  const { turns } = await countTurns(async () => {
    ({ folders } = await storage.measure(at("wide")));
  });
  expect(folders).toBe(1_500);
  expect(turns).toBeGreaterThan(5);
});
