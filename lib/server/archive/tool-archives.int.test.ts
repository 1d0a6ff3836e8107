import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { makeLocalFixture, type LocalFixture } from "@/lib/server/storage/local-fixture";
import { makeArchiveTree, readTree, type Seen } from "@/e2e/support/archive-tree";
import { extractSample } from "@/e2e/support/extract-sample";
import { hasTool, toolArchives, type ToolArchive } from "@/e2e/support/tool-archives";

// Each thread from source has its TypeScript translated first.
vi.setConfig({ testTimeout: 60_000 });

let fixture: LocalFixture;
let place: string;
const umask = process.umask();
beforeAll(async () => {
  fixture = await makeLocalFixture();
  place = mkdtempSync(path.join(tmpdir(), "tool-archives-"));
});
afterAll(async () => {
  rmSync(place, { recursive: true, force: true });
  await fixture.close();
});

const left = /(?:^|\/)(?:link|fifo)$/;
const plain = (name: string) => name.replace(/^\.\//, "").replace(/\/$/, "");
const extensionOf = (name: string) =>
  /zip|jar/.test(name) && !/7zip/.test(name) ? "zip" : /7z(?:ip)?$/.test(name) ? "7z" : "tar";

type Kept = Pick<ToolArchive, "keepsModes" | "timeStepS">;

/** What of an entry is not as it was: no wider than in the archive, and than what is made here; without set-user-id. */
function differences(got: Seen, wanted: Seen, { keepsModes = true, timeStepS = 1 }: Kept): string[] {
  const usual = 0o777 & ~umask;
  const isRightMode = keepsModes ? got.mode === (wanted.mode & usual) : (got.mode & ~usual) === 0;
  return [
    got.content === wanted.content ? "" : `content ${got.content}`,
    isRightMode ? "" : `mode ${got.mode.toString(8)} of ${wanted.mode.toString(8)}`,
    Math.abs(got.mtimeS - wanted.mtimeS) < timeStepS + 0.001 ? "" : `time ${got.mtimeS} of ${wanted.mtimeS}`,
    got.allocatedBytes <= wanted.allocatedBytes + 8192 ? "" : `${got.allocatedBytes} bytes on the disk`,
  ].filter((text) => text !== "");
}

let number = 0;
async function compare({ name, make, tree = {}, keepsFolders = true, ...kept }: ToolArchive): Promise<string[]> {
  const dir = path.join(place, `${number}`);
  const archive = path.join(place, `${number++}.${extensionOf(name)}`);
  mkdirSync(dir);
  makeArchiveTree(dir, tree);
  make(dir, archive);
  const bytes = readFileSync(archive);
  const { listed, failures, out } = await extractSample(fixture, { name: path.basename(archive), bytes });
  const isCompared = ([, { kind }]: readonly [string, Seen]) => keepsFolders || kind === "file";
  const [wanted, got] = [[...readTree(dir)].filter(isCompared), readTree(out)];
  const sizes = new Map(listed.map((entry) => [plain(entry.path), entry.sizeBytes]));
  const names = new Set(wanted.map(([one]) => one));
  // All that was there is there again; links and pipes are told.
  const refused = failures.filter(({ path: one }) => !left.test(one));
  return [
    ...refused.map(({ path: one, error }) => `${one}: ${error}`),
    ...[...got].filter((one) => isCompared(one) && !names.has(one[0])).map(([one]) => `${one}: was not there`),
    ...wanted.flatMap(([one, seen]) => {
      const there = got.get(one);
      if (there === undefined) return [`${one}: lost`];
      const isListed =
        seen.kind === "folder" || /[^ -~]/.test(one) || `${sizes.get(one)}` === seen.content.split(" ")[0];
      return [...differences(there, seen, kept), ...(isListed ? [] : ["size in the list"])].map(
        (text) => `${one}: ${text}`,
      );
    }),
  ];
}

for (const archive of toolArchives) {
  const isThere = hasTool(archive.tool);
  if (!isThere) console.info(`${archive.name}: skipped, as there is no ${archive.tool} here`);
  test.skipIf(!isThere)(`${archive.name}: all of it, byte by byte, and nothing wider than it was`, async () => {
    expect(await compare(archive)).toEqual([]);
  });
}
