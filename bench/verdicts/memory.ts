// What is held of what goes through, beside all of it.
import { extractSample } from "@/e2e/support/extract-sample";
import { damaged, randomFrom, sound } from "@/lib/server/archive/damaged-samples";
import { makeLocalFixture } from "@/lib/server/storage/local-fixture";
import { createEntryReader } from "@/lib/server/systemd/journal-entries";
import { grows } from "../support/verdict";

export const memoryVerdicts = [
  grows(
    "journal: an entry of 600 MB",
    async () => {
      const read = createEntryReader(() => {});
      const piece = Buffer.alloc(65_536, "x");
      const pieces = 9_200;
      read(Buffer.from('{"__CURSOR":"s=1","__REALTIME_TIMESTAMP":"1700000000123456","MESSAGE":"'));
      for (let index = 0; index < pieces; index++) read(Buffer.from(piece));
      read(Buffer.from('"}\n'));
      return { bytes: pieces * piece.length };
    },
    0.3,
  ),
  ...Object.entries(sound).map(([name, bytes]) => {
    const tries = /\.(?:zip|tar|gz)$/.test(name) ? 200 : 3;
    return grows(
      `archive: ${name}, damaged anywhere, ${tries} times, beside a gigabyte`,
      async () => {
        const fixture = await makeLocalFixture();
        const random = randomFrom(7);
        for (let turn = 0; turn < tries; turn++)
          await extractSample(fixture, { name, bytes: damaged(bytes, random) }, { limitBytes: 1_000_000 }).catch(
            () => null, // what it is told is for the tests
          );
        await fixture.close();
        return { bytes: 1e9 };
      },
      0.4,
    );
  }),
];
