import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { heldShare } from "@/lib/server/base/held-share-fixture";
import { createPace } from "@/lib/server/base/next-slice";
import { at } from "@/lib/server/storage/conformance/support";
import { makeLocalFixture, type LocalFixture } from "@/lib/server/storage/local-fixture";
import { collectSizes } from "./collect-sizes";
import { splitByEdges } from "./compare-files";

let fixture: LocalFixture;

beforeAll(async () => {
  fixture = await makeLocalFixture();
});
afterAll(() => fixture.close());

test("a thousand small files are compared without holding up everybody", async () => {
  const { storage, root } = fixture;
  for (let index = 0; index < 1_500; index++) await writeFile(path.join(root, `${index}`), `${index % 2}`);
  const sizes = collectSizes(1);
  const { signal } = new AbortController();
  await storage.survey(at(""), { context: "below", survey: sizes.survey, signal });
  const [files = []] = sizes.groups();
  const onRead = () => {};
  let groups: unknown[][] = [];
  const share = await heldShare(async () => {
    groups = await splitByEdges(files, { storage, signal, pace: createPace(), onUnreadable: () => {}, onRead });
  });
  expect(groups.map(({ length }) => length)).toEqual([750, 750]);
  expect(share).toBeLessThan(0.5);
});
