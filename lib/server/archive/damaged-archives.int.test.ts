import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { isAppError } from "@/lib/shared/errors";
import { makeLocalFixture, type LocalFixture } from "@/lib/server/storage/local/local-fixture";
import { damaged, growing, randomFrom, sound } from "./damaged-samples";
import { extractSample } from "@/e2e/support/extract-sample";

// What hangs runs into this.
vi.setConfig({ testTimeout: 120_000 });

let fixture: LocalFixture;
beforeAll(async () => {
  fixture = await makeLocalFixture();
});
afterAll(() => fixture.close());

const limitBytes = 1_000_000;
const mb = 1_048_576;
const words = /^(?:archive\/(?:broken|format|method|bomb|memory|password|password-wrong|link)|file\/name-invalid)$/;
/** Each try of 7-Zip's formats starts threads: `node --import tsx bench/damaged.ts` tries as many of them, too. */
const tries = (name: string) => (/\.(?:zip|tar|gz)$/.test(name) ? 200 : 3);

test.each([...Object.entries(growing), ["zeros.gz", gzipSync(Buffer.alloc(4_000_000))] as const])(
  "%s grows beyond its limit and is stopped",
  async (name, bytes) => {
    await expect(extractSample(fixture, { name, bytes }, { limitBytes })).rejects.toThrow("archive/bomb");
  },
);

test.each(Object.entries(sound))(
  "%s, damaged anywhere, is told with a word, at once and in little memory",
  async (name, bytes) => {
    expect((await extractSample(fixture, { name, bytes })).failures).toEqual([]);
    const random = randomFrom(7);
    const before = process.memoryUsage().rss;
    let told = 0;
    for (let turn = 0; turn < tries(name); turn++) {
      const errors = await extractSample(fixture, { name, bytes: damaged(bytes, random) }, { limitBytes }).then(
        ({ failures }) => failures.map(({ error }) => error),
        (error: unknown) => [isAppError(error) ? error.key : String(error)],
      );
      for (const error of errors) expect(error, `turn ${turn}`).toMatch(words);
      if (errors.length > 0) told++;
    }
    expect(told).toBeGreaterThan(0);
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * mb);
  },
);
