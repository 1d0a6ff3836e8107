import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { countTurns } from "@/lib/server/base/turns-fixture";
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
  let read = 0;
  const onRead = () => void read++;
  let groups: unknown[][] = [];
  const { mostSteps } = await countTurns(
    async () => {
      groups = await splitByEdges(files, { storage, signal, pace: createPace(), onUnreadable: () => {}, onRead });
    },
    () => read,
  );
  expect(groups.map(({ length }) => length)).toEqual([750, 750]);
  expect([read, mostSteps < 500]).toEqual([1_500, true]);
});
