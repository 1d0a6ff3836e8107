import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { makeLocalFixture } from "@/lib/server/storage/local-fixture";
import { sys } from "@/lib/server/storage/local/sys/sys";
import { runId, temporaryName } from "@/lib/server/storage/own-names";
import { openJournal } from "./journal";
import { renameOverPlaceholder } from "./place-entry";
import { sweepTemporaries } from "./sweep-temporaries";

const dead = "00000000000000dd";
const nameOf = (run: string) => temporaryName().replace(runId, run);

async function setUp() {
  const { root, journalPath, close } = await makeLocalFixture();
  onTestFinished(close);
  const folder = path.join(root, "d");
  mkdirSync(folder);
  const fd = openSync(folder, "r");
  onTestFinished(() => closeSync(fd));
  const place = (name: string) => path.join(folder, name);
  /** As the next start does, after a kill. */
  const startAgain = async () => {
    writeFileSync(
      journalPath,
      readFileSync(journalPath, "utf8")
        .replaceAll(runId, dead)
        .replaceAll('"locked":true', '"locked":false')
        .replaceAll(/"start":"[^"]*"/g, '"start":"1"'),
    );
    return sweepTemporaries(journalPath);
  };
  const rename = (from: string, to: string) =>
    renameOverPlaceholder({ fd, name: from }, { fd, name: to }, openJournal(journalPath));
  return { folder, journalPath, place, rename, startAgain };
}

test("a name that a file reserved is freed where it was not moved there, and nothing else that is empty", async () => {
  const { folder, journalPath, place } = await setUp();
  const temporary = nameOf(dead);
  const [gone, emptied] = [nameOf(dead), nameOf(dead)];
  writeFileSync(place(temporary), "content");
  writeFileSync(place(emptied), "");
  for (const name of ["reserved", "placed", "of-empty", "foreign", "changed", "taken-back", "of-before"])
    writeFileSync(place(name), "");
  writeFileSync(place("filled"), "x");
  utimesSync(place("changed"), new Date(), new Date(Date.now() - 60_000));
  let number = 0;
  const line = (name: string, from: string, run = dead) =>
    JSON.stringify({ run, placeholder: place(name), madeMs: Date.now(), from: place(from), number: number++ });
  writeFileSync(
    journalPath,
    [
      JSON.stringify({ run: dead, pid: 1, start: "1" }),
      JSON.stringify({ run: dead, dir: folder }),
      line("reserved", temporary),
      line("filled", temporary),
      line("missing", temporary),
      line("placed", gone),
      line("of-empty", emptied),
      line("foreign", temporary, runId),
      line("changed", temporary),
      JSON.stringify({ run: dead, placeholder: place("of-before"), from: place(temporary) }),
      line("taken-back", temporary),
      JSON.stringify({ run: dead, placed: number - 1 }),
      JSON.stringify({ run: runId, placed: 0 }),
    ].join("\n"),
  );
  // With both unfinished files.
  expect(await sweepTemporaries(journalPath)).toEqual({ removed: 3 });
  expect(readdirSync(folder).toSorted()).toEqual([
    "changed",
    "filled",
    "foreign",
    "of-before",
    "of-empty",
    "placed",
    "taken-back",
  ]);
});

test("what was moved to its name is nobody's placeholder any more, whatever becomes of both names", async () => {
  const { folder, place, rename, startAgain } = await setUp();
  writeFileSync(place("a"), "one");
  await rename("a", "b");
  writeFileSync(place("a"), "two");
  writeFileSync(place("b"), ""); // at once: its time tells nothing
  expect(await startAgain()).toEqual({ removed: 0 });
  expect(readdirSync(folder).toSorted()).toEqual(["a", "b"]);
});

test("a name that somebody else's file has is in no line", async () => {
  const { folder, place, rename, startAgain, journalPath } = await setUp();
  writeFileSync(place("a"), "one");
  // Nothing had that name when it was looked at.
  vi.spyOn(sys, "lstatIfAny").mockResolvedValue(null);
  onTestFinished(() => void vi.restoreAllMocks());
  writeFileSync(place("b"), "");
  await openJournal(journalPath).recordFolder(folder);
  await expect(rename("a", "b")).rejects.toMatchObject({ code: "EEXIST" });
  expect(readFileSync(journalPath, "utf8")).not.toContain("placeholder");
  expect(await startAgain()).toEqual({ removed: 0 });
  expect(readdirSync(folder).toSorted()).toEqual(["a", "b"]);
});

test("one whose file could not be moved there is gone and taken back; one that a kill left goes at the next start", async () => {
  const { folder, place, rename, startAgain, journalPath } = await setUp();
  writeFileSync(place("a"), "one");
  const broken = vi.spyOn(sys, "rename").mockRejectedValue(new Error("no disk"));
  onTestFinished(() => void vi.restoreAllMocks());
  await expect(rename("a", "b")).rejects.toThrow("no disk");
  expect(readdirSync(folder)).toEqual(["a"]);
  writeFileSync(place("b"), "");
  expect(readFileSync(journalPath, "utf8")).toContain('"placed"');
  const stuck = vi.spyOn(sys, "unlink").mockRejectedValue(new Error("no disk"));
  await expect(rename("a", "c")).rejects.toThrow("no disk");
  broken.mockRestore();
  stuck.mockRestore();
  expect(statSync(place("c")).size).toBe(0);
  expect(await startAgain()).toEqual({ removed: 1 });
  expect(readdirSync(folder).toSorted()).toEqual(["a", "b"]);
});

test("the next start looks at what was left, not at all that was ever placed", async () => {
  const { journalPath, place, startAgain } = await setUp();
  const journal = openJournal(journalPath);
  for (let index = 0; index < 300; index++) {
    const from = place(`from-${index}`);
    writeFileSync(from, "x");
    const takeBack = await journal.recordPlaceholder({ realPath: place(`to-${index}`), madeMs: Date.now(), from });
    renameSync(from, place(`to-${index}`));
    if (index >= 10) await takeBack();
  }
  const [open, look] = [vi.spyOn(sys, "open"), vi.spyOn(sys, "lstat")];
  onTestFinished(() => void vi.restoreAllMocks());
  await startAgain();
  expect(open.mock.calls.length).toBe(2);
  expect(look.mock.calls.length).toBeLessThanOrEqual(20);
});
