import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { JournalEntry } from "@/lib/contracts/systemd";
import { isInside } from "@/lib/server/process/systemd-fixture";
import { actorOf, makeTrashFixture, type TrashFixture } from "@/lib/server/trash/trash-fixture";
import { followJournal } from "./follow-journal";
import { createEntryReader } from "./journal-entries";
import { readJournal } from "./read-journal";

const run = promisify(execFile);
let fixture: TrashFixture;
beforeAll(async () => {
  fixture = await makeTrashFixture();
});
afterAll(() => fixture.close());
const ctxOf = (isRoot: boolean) => ({ ...fixture.ctx, actor: actorOf("mia", isRoot) });

/** On the machine with systemd that units.int.test.ts starts. */
function testInside(): void {
  test("an entry without measure hides no other, and is cut", async () => {
    const write = async (tag: string, megabytes: number) => {
      const body = `{ printf 'SYSLOG_IDENTIFIER=${tag}\\nMESSAGE=vast '; head -c ${megabytes * 1_000_000} /dev/zero | tr '\\0' x; echo; }`;
      await run("sh", ["-c", `${body} | logger --journald && journalctl --sync`]);
    };
    const stop = new AbortController();
    const seen: JournalEntry[] = [];
    const over = followJournal(
      { scope: "", text: "vast" },
      { ...ctxOf(false), signal: stop.signal },
      { send: async ({ entries }) => void seen.push(...entries), received: (async function* () {})() },
    );
    await new Promise((resolve) => setTimeout(resolve, 500)); // journalctl has begun
    await write("before", 0);
    await write("huge", 120);
    await write("after", 0);
    const tags = ["before", "huge", "after"];
    await vi.waitFor(() => expect(seen.map(({ source }) => source)).toEqual(tags));
    expect(seen[1]).toMatchObject({ is_cut: true, message: expect.stringMatching(/^vast x{8000}/) });
    stop.abort();
    await over;
    const { entries, has_more } = await readJournal({ scope: "", text: "vast", limit: 10 }, ctxOf(false));
    expect([entries.map(({ source }) => source), has_more]).toEqual([tags.toReversed(), false]);
    const [, huge] = entries;
    const before = await readJournal({ scope: "", text: "vast", limit: 10, before: huge?.cursor }, ctxOf(false));
    expect(before.entries.map(({ source }) => source)).toEqual(["before"]);
  });
}
if (isInside) testInside();

test("keeps of an entry of any length its place, its time, and how it begins", () => {
  const heard: JournalEntry[] = [];
  const read = createEntryReader((entry) => heard.push(entry));
  const place = { __CURSOR: "s=1", __REALTIME_TIMESTAMP: "1700000000123456", SYSLOG_IDENTIFIER: 'a"b' };
  const hostile = `"__CURSOR":"s=2",\n\\ü${"x".repeat(5_000_000)}"__CURSOR":"s=3"`;
  const lines = [
    { MESSAGE: hostile, ...place },
    { ...place, MESSAGE: hostile },
    { ...place, MESSAGE: "short" },
    { MESSAGE: Array.from({ length: 200_000 }, () => 7), ...place },
  ];
  const bytes = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  for (let at = 0; at < bytes.length; at += 65_536) read(bytes.subarray(at, at + 65_536));
  expect(heard.map(({ cursor, at, source, is_cut }) => [cursor, at, source, is_cut])).toEqual(
    [true, true, false, true].map((isCut) => ["s=1", 1_700_000_000_123, 'a"b', isCut]),
  );
  expect(heard.map(({ message }) => message.slice(0, 30))).toEqual([
    hostile.slice(0, 30),
    hostile.slice(0, 30),
    "short",
    "",
  ]);
});
