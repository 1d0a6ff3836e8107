import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import type { Task } from "@/lib/contracts/task";
import { call, signIn, type Session } from "../support/api-client";
import { plant } from "../support/server-test";
import { startFiledeck, type Filedeck } from "../support/start-filedeck";

/** FILEDECK_TEST_KILLS=20 for a long look. */
const rounds = Number(process.env["FILEDECK_TEST_KILLS"] ?? 2);
const bigBytes = 24 * 1024 * 1024;

/** One letter throughout: a mixture of two versions, or a part of one, shows. */
function wholeLetter(bytes: Buffer, size: number): string {
  const letter = String.fromCharCode(bytes[0] ?? 0);
  return bytes.length === size && bytes.equals(Buffer.alloc(size, letter)) ? letter : `${bytes.length} bytes, mixed`;
}

/** Repeats a write with the next letter until the server is gone; counts what was confirmed. */
function keepWriting(write: (letter: string) => Promise<number>): { done: Promise<void>; last: () => string } {
  let last = "A";
  const run = async () => {
    for (let index = 1; ; index++) {
      const letter = String.fromCharCode(65 + (index % 26));
      const status = await write(letter).catch(() => 0);
      if (status === 0) return;
      expect(status).toBe(200);
      last = letter;
    }
  };
  return { done: run(), last: () => last };
}

function next(letter: string): string {
  return String.fromCharCode(65 + ((letter.charCodeAt(0) - 65 + 1) % 26));
}

function startWriters(server: Filedeck, session: Session) {
  const upload = keepWriting(async (letter) => {
    const options = { method: "PUT", session, body: Buffer.alloc(bigBytes, letter) };
    return (await call(server, "file/files/big.bin?conflict=replace", options)).status;
  });
  const save = keepWriting(async (letter) => {
    const options = { session, body: { context: letter.repeat(200_000) } };
    return (await call(server, "file/save/files/note.txt", options)).status;
  });
  return { upload, save };
}

function unfinished(server: Filedeck): string[] {
  // What was written over is in the trash, whole, as an earlier version.
  return readdirSync(server.filesDir, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.includes(".filedeck-") && !name.startsWith(".filedeck-trash"),
  );
}

test("kill -9 in the middle of uploads, saves and a copy: every file is old or new, nothing is left over", async () => {
  test.setTimeout(120_000);
  let server = await startFiledeck();
  let session = await signIn(server);
  const many = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`f${index}`, "x".repeat(10_000)]));
  plant(server.filesDir, { from: many, to: {} });
  writeFileSync(path.join(server.filesDir, "big.bin"), Buffer.alloc(bigBytes, "A"));
  writeFileSync(path.join(server.filesDir, "note.txt"), "A".repeat(200_000));

  for (let round = 0; round < rounds; round++) {
    const writers = startWriters(server, session);
    const body = { files: ["files/from"], to: "files/to", conflict: "rename" };
    const { taskId } = (await call<{ taskId: string }>(server, "file/copy", { session, body })).answer.data;
    // Killed at a different point each round, and always while an unfinished file is there.
    await expect.poll(() => writers.save.last() > "C", { intervals: [5] }).toBe(true);
    await expect.poll(() => unfinished(server).length, { intervals: [1 + round * 3] }).toBeGreaterThan(0);
    await server.stop("SIGKILL");
    await Promise.all([writers.upload.done, writers.save.done]);

    server = await startFiledeck({ workDir: server.workDir });
    expect(unfinished(server)).toEqual([]);
    const bigLetter = wholeLetter(readFileSync(path.join(server.filesDir, "big.bin")), bigBytes);
    expect([writers.upload.last(), next(writers.upload.last())]).toContain(bigLetter);
    const noteLetter = wholeLetter(readFileSync(path.join(server.filesDir, "note.txt")), 200_000);
    expect([writers.save.last(), next(writers.save.last())]).toContain(noteLetter);
    for (const name of readdirSync(path.join(server.filesDir, "to"), { recursive: true, encoding: "utf8" }))
      if (/f\d+$/.test(name)) expect(readFileSync(path.join(server.filesDir, "to", name)).length).toBe(10_000);
    // The session outlives the crash: the database is whole.
    const task = await call<Task>(server, `task/${taskId}`, { session });
    expect([task.status, task.answer.data.state]).toEqual([200, "interrupted"]);
    session = await signIn(server);
  }
  await server.remove();
});
