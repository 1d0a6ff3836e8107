import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pino from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { App } from "@/lib/server/runtime/app";
import { makeDbFixture, type DbFixture } from "@/lib/server/db/db-fixture";
import type { Db } from "@/lib/server/db/open-db";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import type { Actor, Ctx } from "@/lib/server/runtime/ctx";
import { visitor } from "@/lib/server/session/find-actor";
import { tryTmpfs } from "@/lib/server/storage/conformance/mounts";
import { openShell } from "@/lib/server/terminal/open-shell";
import { readOnly } from "@/lib/server/terminal/read-only";
import { createScreen } from "@/lib/server/terminal/screen/screens";
import { addTerminal, allTerminals, removeTerminal, type OwnedTerminal } from "@/lib/server/terminal/terminals";
import { terminalSetting } from "@/lib/server/terminal/terminal-setting";
import { deleteRecording, listRecordings } from "./recordings";
import { endRecordings } from "./running-recordings";
import { recorderFor } from "./start-recording";
import { settleRecordings, sweepRecordings } from "./sweep-recordings";

const size = { cols: 80, rows: 24 };
const log = pino({ level: "silent" });
const usual = terminalSetting.get();
const dayMs = 86_400_000;
const mib = 1024 * 1024;
const root: Actor = { ...visitor, userId: "ada", username: "ada", isRoot: true };
const mia: Actor = { ...visitor, userId: "mia", username: "mia" };
let fixture: DbFixture;
let dir: string;
let db: Db;
let app: Pick<App, "db" | "env">;

beforeEach(async () => {
  fixture = await makeDbFixture();
  ({ db, dir } = fixture);
  app = startAppOf({ db, log, env: { dataDir: dir } as App["env"] });
  await set({ recording: "all" });
});
afterEach(async () => {
  await Promise.all(allTerminals().map(removeTerminal));
  await endRecordings();
  await terminalSetting.save(db, usual);
  await fixture.close();
});

const set = (change: Partial<typeof usual>) => terminalSetting.save(db, { ...usual, shell: "/bin/sh", ...change });
const ctxOf = (actor: Actor) => ({ actor, db, log, about: () => {} }) as unknown as Ctx; // the parts that are used
const fileOf = (id: string) => path.join(dir, "recordings", `${id}.cast`);
const list = async () => (await listRecordings({ limit: 50 }, ctxOf(root))).recordings;

async function open(actor = root, isReadOnly = false): Promise<OwnedTerminal> {
  return addTerminal(
    { userId: actor.userId ?? "", ownerName: actor.username, sessionId: null, hostId: null, access: "terminal" },
    {
      size,
      open: async () => {
        const source = await openShell({ cwd: tmpdir(), size });
        return isReadOnly ? readOnly({ ...source, isLog: true }) : source;
      },
      recorderFor: (source) => recorderFor({ actor, db, log }, { source, size }),
    },
  );
}

/** Ends the shell, and gives the only recording when all of it is there. */
async function ended(terminal: OwnedTerminal) {
  await terminal.write("\u0015exit\n");
  await terminal.ended;
  await endRecordings();
  const [recording] = await list();
  if (recording === undefined) throw new Error("nothing was recorded");
  return { ...recording, lines: linesOf(readFileSync(fileOf(recording.id), "utf8")) };
}

const linesOf = (text: string): unknown[][] =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

async function screenAfter(events: readonly unknown[][]): Promise<string> {
  const screen = createScreen({
    ...size,
    owner: "ada",
    scrollbackLines: 5_000,
    answer: () => {},
    onTitle: () => {},
    onFolder: () => {},
    onLost: () => {},
  });
  for (const [, code, text] of events) {
    if (code === "o") screen.write(Buffer.from(String(text)), () => {});
    const [cols, rows] = String(text).split("x").map(Number);
    if (code === "r") screen.resize({ cols: cols ?? 0, rows: rows ?? 0 });
  }
  const drawn = (await screen.draw()).toString();
  screen.dispose();
  return drawn;
}

async function drawnBy(terminal: OwnedTerminal): Promise<string> {
  for await (const bytes of terminal.view(new AbortController().signal)) return bytes.toString();
  return "";
}

test("a shell, vim and much output are there again when the file is played, and what was typed in secret is not", async () => {
  const terminal = await open();
  const quit = `-c 'call timer_start(1500, {-> execute("q!")})'`;
  await terminal.write(
    `stty -echo; echo rea''dy; read -r secret; stty echo; seq 1 20000; vim -u NONE -c 'call setline(1, "grüße 😀")' ${quit}; echo $((40+2)) is the end\n`,
  );
  await vi.waitFor(async () => expect(await drawnBy(terminal)).toContain("ready"));
  await terminal.write("pass-word-1\n");
  await vi.waitFor(async () => expect(await drawnBy(terminal)).toContain("grüße 😀"));
  terminal.resize({ cols: 100, rows: 30 });
  await vi.waitFor(async () => expect(await drawnBy(terminal)).toContain("42 is the end"));
  const { lines, id, ...about } = await ended(terminal);
  expect(about).toMatchObject({ username: "ada", program: "sh", isRunning: false, stopped: null });
  expect(about.sizeBytes).toBe(statSync(fileOf(id)).size);
  expect(about.durationMs).toBeGreaterThan(100);
  expect(lines[0]).toMatchObject({ version: 2, width: 80, height: 24, env: { SHELL: "/bin/sh" } });
  const events = lines.slice(1);
  expect(events.map(([, code]) => code)).not.toContain("i");
  expect(await screenAfter(events)).toBe(await drawnBy(terminal));
  expect(readFileSync(fileOf(id), "utf8")).not.toContain("pass-word-1");
  expect([statSync(fileOf(id)).mode & 0o777, statSync(path.dirname(fileOf(id))).mode & 0o777]).toEqual([0o600, 0o700]);
  const times = events.map(([at]) => Number(at));
  expect(times).toEqual(times.toSorted((a, b) => a - b));
});

test("whose terminals are recorded is what the setting said when they began; what only shows never is", async () => {
  await set({ recording: "others" });
  const [own, others, logs] = [await open(root), await open(mia), await open(mia, true)];
  expect([own, others, logs].map(({ info }) => info().isRecorded)).toEqual([false, true, false]);
  await set({ recording: "none" });
  expect([others, await open(mia)].map(({ info }) => info().isRecorded)).toEqual([true, false]);
  await vi.waitFor(async () => expect(await list()).toMatchObject([{ username: "mia", isRunning: true }]));
});

test("nobody but administrators sees them or takes them away, and one that goes on stays", async () => {
  const terminal = await open(mia);
  await vi.waitFor(async () => expect(await list()).toHaveLength(1));
  const [{ id } = { id: "" }] = await list();
  await expect(listRecordings({ limit: 50 }, ctxOf(mia))).rejects.toMatchObject({ key: "auth/forbidden" });
  await expect(deleteRecording({ id }, ctxOf(mia))).rejects.toMatchObject({ key: "auth/forbidden" });
  await expect(deleteRecording({ id }, ctxOf(root))).rejects.toMatchObject({ key: "terminal/recording-runs" });
  await ended(terminal);
  await deleteRecording({ id }, ctxOf(root));
  expect([await list(), existsSync(fileOf(id))]).toEqual([[], false]);
});

test("the list comes in pages, newest first, and of one user", async () => {
  for (const id of ["a", "b", "c"]) await plant(id, { username: id === "b" ? "tom" : "mia" });
  const first = await listRecordings({ limit: 2 }, ctxOf(root));
  expect([first.recordings.map(({ id }) => id), first.next]).toEqual([["c", "b"], expect.any(Number)]);
  const rest = await listRecordings({ limit: 2, before: first.next ?? 0 }, ctxOf(root));
  expect([rest.recordings.map(({ id }) => id), rest.next]).toEqual([["a"], null]);
  const ofTom = await listRecordings({ limit: 2, username: "tom" }, ctxOf(root));
  expect(ofTom.recordings.map(({ id }) => id)).toEqual(["b"]);
});

/** A recording that has ended, as rows and files have it. */
async function plant(id: string, { username = "mia", endedAt = new Date(), sizeBytes = 10, text = "{}\n" } = {}) {
  mkdirSync(path.join(dir, "recordings"), { recursive: true });
  writeFileSync(fileOf(id), text);
  const startedAt = new Date(endedAt.getTime() - 1_000);
  await db.recording.create({
    data: { id, userId: username, username, program: "bash", startedAt, endedAt, sizeBytes },
  });
}

test("the old ones go, then the oldest until the rest fits; one that goes on stays", async () => {
  const terminal = await open();
  await vi.waitFor(async () => expect(await list()).toHaveLength(1));
  const [{ id: running } = { id: "" }] = await list();
  await plant("old", { endedAt: new Date(Date.now() - 8 * dayMs) });
  for (const id of ["first", "second", "third"]) await plant(id, { sizeBytes: mib - 2_000 });
  await set({ recording: "all", recordingDays: 7, recordingTotalMb: 3 });
  await sweepRecordings(app);
  expect((await list()).map(({ id }) => id)).toEqual(["third", "second", "first", running]);
  // What is being recorded counts.
  await terminal.write("seq 1 300000\n");
  await vi.waitFor(async () => expect((await list()).at(-1)?.sizeBytes).toBeGreaterThan(10_000));
  await sweepRecordings(app);
  expect((await list()).map(({ id }) => id)).toEqual(["third", "second", running]);
  const left = readdirSync(path.join(dir, "recordings")).toSorted();
  expect(left).toEqual(["second.cast", "third.cast", `${running}.cast`].toSorted());
});

test("whoever fills the room loses their own recordings, not what others did before", async () => {
  await plant("of root", { username: "ada", sizeBytes: mib });
  await plant("of tom", { username: "tom", sizeBytes: mib / 2 });
  for (let count = 0; count < 6; count++) await plant(`mia ${count}`, { sizeBytes: mib / 2 + 1 });
  await set({ recording: "all", recordingDays: 7, recordingTotalMb: 3 });
  await sweepRecordings(app);
  expect((await list()).map(({ id }) => id)).toEqual(["mia 5", "mia 4", "of tom", "of root"]);
});

test("what a kill has left is ended at its last whole line, and halves without the other go", async () => {
  const whole = `{"version":2}\n[0.5,"o","a"]\n[61.25,"o","b"]\n`;
  await plant("killed", { text: `${whole}[62.5,"o","cu` });
  await db.recording.update({ where: { id: "killed" }, data: { endedAt: null } });
  await plant("lost");
  rmSync(fileOf("lost"));
  writeFileSync(fileOf("orphan"), "{}\n");
  await settleRecordings(app);
  expect(await list()).toMatchObject([
    { id: "killed", durationMs: 61_250, sizeBytes: whole.length, isRunning: false, stopped: "killed" },
  ]);
  expect(readFileSync(fileOf("killed"), "utf8")).toBe(whole);
  expect(readdirSync(path.join(dir, "recordings"))).toEqual(["killed.cast"]);
});

test("on a full disk the recording stops and the terminal goes on", async ({ skip }) => {
  const mount = tryTmpfs("4m");
  if ("reason" in mount) {
    console.warn(mount.reason);
    skip(mount.reason);
    return;
  }
  try {
    app = startAppOf({ db, log, env: { dataDir: mount.path } as App["env"] });
    const terminal = await open();
    expect(terminal.info().isRecorded).toBe(true);
    await terminal.write("seq 1 700000; echo the e''nd\n");
    await vi.waitFor(async () => expect(await drawnBy(terminal)).toContain("the end"), {
      timeout: 45_000,
      interval: 250,
    });
    expect(terminal.info().isRecorded).toBe(false);
    await removeTerminal(terminal);
    await endRecordings();
    const [recording] = await list();
    expect(recording).toMatchObject({ stopped: "disk", isRunning: false });
    const text = readFileSync(path.join(mount.path, "recordings", `${recording?.id}.cast`), "utf8");
    expect(text.length).toBeGreaterThan(2 * mib);
    // No line is cut, and the reserve is left to others.
    expect(linesOf(text).length).toBeGreaterThan(10);
    expect(text.endsWith("\n")).toBe(true);
  } finally {
    mount.run("umount", "--lazy", mount.path);
  }
});
