import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { at, bytesOf } from "@/lib/server/storage/conformance/support";
import { openJournal, startOf } from "./journal";
import { makeLocalFixture } from "@/lib/server/storage/local-fixture";
import { holdRun } from "./run-lock";
import { sweepTemporaries } from "./sweep-temporaries";
import { runId, temporaryName } from "@/lib/server/storage/own-names";

const dead = "00000000000000dd";
const foreign = "00000000000000ff";
const nameOf = (run: string) => temporaryName().replace(runId, run);
const lines = (...values: object[]) => values.map((value) => `\n${JSON.stringify(value)}\n`).join("");

async function setUp() {
  const fixture = await makeLocalFixture();
  onTestFinished(fixture.close);
  const folder = path.join(fixture.root, "d");
  mkdirSync(folder);
  return { ...fixture, folder };
}

test("a folder is recorded once, before its first temporary file", async () => {
  const { storage, folder, journalPath } = await setUp();
  for (let index = 0; index < 5; index++) await storage.write(at(`d/${index}`), bytesOf("x"), { conflict: "fail" });
  const records = readFileSync(journalPath, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as unknown);
  expect(records).toEqual([
    { run: runId, pid: process.pid, start: await startOf(process.pid), locked: true },
    { run: runId, dir: folder },
  ]);
  expect(await sweepTemporaries(journalPath)).toEqual({ removed: 0 });
  expect(readFileSync(journalPath, "utf8")).toContain(folder);
});

test("only what ended runs of this journal left is removed", async () => {
  const { folder, journalPath } = await setUp();
  const kept = [nameOf(foreign), temporaryName(), ".filedeck-note.part", "mine"];
  for (const name of [...kept, nameOf(dead), nameOf(dead)]) writeFileSync(path.join(folder, name), "x");
  const asFolder = nameOf(dead);
  mkdirSync(path.join(folder, asFolder));
  // A process id that is in use by now, but by a process that began at another time.
  writeFileSync(journalPath, `${lines({ run: dead, pid: 1, start: "1" }, { run: dead, dir: folder })}{"run":"cut sho`);
  expect(await sweepTemporaries(journalPath)).toEqual({ removed: 2 });
  expect(readdirSync(folder).toSorted()).toEqual([...kept, asFolder].toSorted());
  expect(readFileSync(journalPath, "utf8")).toBe("");
});

test("a reserved name is freed, and nothing that only has that name", async () => {
  const { folder, journalPath } = await setUp();
  const paths = ["reserved", "empty", "filled", "gone"].map((name) => path.join(folder, name));
  const [reserved = "", empty = "", filled = ""] = paths;
  mkdirSync(reserved, { mode: 0o1000 });
  mkdirSync(empty);
  mkdirSync(filled, { mode: 0o1000 });
  writeFileSync(path.join(filled, "mine"), "x");
  writeFileSync(journalPath, lines(...paths.map((value) => ({ run: dead, reserved: value }))));
  expect(await sweepTemporaries(journalPath)).toEqual({ removed: 1 });
  expect(readdirSync(folder).toSorted()).toEqual(["empty", "filled"]);
  expect(readFileSync(journalPath, "utf8")).toBe("");
});

test("a folder that was not finished goes with all in it, and nothing that a link in it leads to", async () => {
  const { folder, journalPath } = await setUp();
  const [left, mine] = ["box (unfinished 0123456789ab)", "box (unfinished)"].map((name) => path.join(folder, name));
  for (const one of [left, mine]) mkdirSync(path.join(one ?? "", "deep/er"), { recursive: true });
  writeFileSync(path.join(left ?? "", "deep/er/a.txt"), "x");
  writeFileSync(path.join(folder, "kept.txt"), "x");
  symlinkSync(folder, path.join(left ?? "", "deep/link"));
  writeFileSync(journalPath, lines(...[left, mine, `${left}x`].map((value) => ({ run: dead, unfinished: value }))));
  expect(await sweepTemporaries(journalPath)).toEqual({ removed: 1 });
  expect(readdirSync(folder).toSorted()).toEqual(["box (unfinished)", "kept.txt"]);
});

test("of what was moved into an unfinished folder nothing goes but empty folders that also stand where it came from", async () => {
  const { base, folder, journalPath } = await setUp();
  const [stump, filled, alone] = ["0", "1", "2"].map((digit) =>
    path.join(folder, `box (unfinished ${digit}123456789ab)`),
  );
  const source = path.join(base, "source");
  mkdirSync(path.join(source, "deep/er"), { recursive: true });
  for (const one of [stump, filled, alone]) mkdirSync(path.join(one ?? "", "box/deep"), { recursive: true });
  // A file on its way, as a kill leaves it, and one that came.
  writeFileSync(path.join(stump ?? "", "box/deep", nameOf(dead)), "x");
  writeFileSync(path.join(filled ?? "", "box/only"), "x");
  mkdirSync(path.join(alone ?? "", "box/only here"));
  const moves = [stump, filled, alone, `${stump}x`].map((moved) => ({ run: dead, moved, from: source }));
  const away = { run: dead, moved: filled, from: "sftp:host/source" };
  writeFileSync(journalPath, lines(...moves, away, { run: dead, dir: path.join(stump ?? "", "box/deep") }));
  expect(await sweepTemporaries(journalPath)).toEqual({ removed: 2 });
  expect(readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted()).toEqual(
    [filled, alone]
      .flatMap((one, index) =>
        ["", "/box", index === 0 ? "/box/only" : "/box/only here"].map((below) => `${one}${below}`),
      )
      .map((one) => path.relative(folder, one)),
  );
  expect(readdirSync(source, { recursive: true })).toEqual(["deep", "deep/er"]);
  expect(readFileSync(journalPath, "utf8")).toBe("");
});

test("a run that still works keeps its files and its lines", async () => {
  const { folder, journalPath } = await setUp();
  writeFileSync(path.join(folder, nameOf(dead)), "x");
  const text = lines({ run: dead, pid: process.pid, start: await startOf(process.pid) }, { run: dead, dir: folder });
  writeFileSync(journalPath, text);
  expect(await sweepTemporaries(journalPath)).toEqual({ removed: 0 });
  expect(readdirSync(folder)).toHaveLength(1);
  expect(readFileSync(journalPath, "utf8")).toContain(folder);
});

test("a run in another container is known by its lock, not by a process id of here; an ended one has none", async () => {
  const { folder, journalPath } = await setUp();
  const [here, nowhere] = [process.pid, 2 ** 22 + 1];
  const line = { start: await startOf(here), locked: true };
  const there = nameOf(foreign);
  for (const name of [there, nameOf(dead)]) writeFileSync(path.join(folder, name), "x");
  // Its process has no such id here; the id of the ended one is in use, even by a process that began at the same tick.
  const text = lines(
    { run: foreign, pid: nowhere, ...line },
    { run: foreign, dir: folder },
    { run: dead, pid: here, ...line },
    { run: dead, dir: folder },
  );
  writeFileSync(journalPath, text);
  const lock = await holdRun(journalPath, foreign);
  expect(await sweepTemporaries(journalPath)).toEqual({ removed: 1 });
  expect(readdirSync(folder)).toEqual([there]);
  // It may be adding a line at this very moment.
  expect(readFileSync(journalPath, "utf8")).toBe(text);
  closeSync(lock ?? -1);
  expect(await sweepTemporaries(journalPath)).toEqual({ removed: 1 });
  expect(readdirSync(folder)).toEqual([]);
  expect(readFileSync(journalPath, "utf8")).toBe("");
});

test("folders that vanished or became links are left alone", async () => {
  const { base, folder, journalPath } = await setUp();
  const real = path.join(base, "elsewhere");
  renameSync(folder, real);
  symlinkSync(real, folder);
  writeFileSync(path.join(real, nameOf(dead)), "x");
  writeFileSync(journalPath, lines({ run: dead, dir: folder }, { run: dead, dir: path.join(base, "gone") }));
  expect(await sweepTemporaries(journalPath)).toEqual({ removed: 0 });
  expect(readdirSync(real)).toHaveLength(1);
});

test("a missing journal is an empty one, and names that are not UTF-8 survive it", async () => {
  const { root, journalPath } = await setUp();
  expect(await sweepTemporaries(journalPath)).toEqual({ removed: 0 });
  const odd = Buffer.concat([Buffer.from(`${root}/`), Buffer.of(0xff, 0x0a)]);
  mkdirSync(odd);
  writeFileSync(Buffer.concat([odd, Buffer.from(`/${nameOf(dead)}`)]), "x");
  writeFileSync(journalPath, lines({ run: dead, dir: `${root}/\udcff\n` }));
  expect(await sweepTemporaries(journalPath)).toEqual({ removed: 1 });
  await openJournal(journalPath).recordFolder(`${root}/\udcff\n`);
  expect(readFileSync(journalPath, "utf8")).toContain(String.raw`\udcff\n`);
});

test("a run that was killed and not yet waited for has ended", async () => {
  const { folder, journalPath } = await setUp();
  // The shell becomes a program that never asks about the child which it has.
  const parent = spawn("sh", ["-c", "sleep 0.1 & echo $!; exec sleep 60"], { stdio: ["ignore", "pipe", "ignore"] });
  onTestFinished(() => void parent.kill("SIGKILL"));
  const [output] = (await once(parent.stdout, "data")) as [Buffer]; // a line
  const pid = Number(output.toString());
  const start = await startOf(pid);
  expect(start).not.toBe("");
  writeFileSync(`${folder}/${nameOf(dead)}`, "x");
  writeFileSync(journalPath, lines({ run: dead, pid, start }, { run: dead, dir: folder }));
  await expect.poll(() => readFileSync(`/proc/${pid}/stat`, "latin1")).toContain(") Z ");
  expect(await sweepTemporaries(journalPath)).toEqual({ removed: 1 });
  expect(readdirSync(folder)).toEqual([]);
});
