import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { dockerContract } from "@/lib/contracts/docker";
import type { LogLine } from "@/lib/contracts/docker-logs";
import type { InputOf } from "@/lib/contracts/endpoint";
import { recheckAll } from "@/lib/server/session/recheck";
import { containersProblem, keyOf, startContainers, type Containers } from "@/lib/server/docker/containers-fixture";
import { undoTries } from "@/lib/server/docker/undo-tries-fixture";
import { followLog } from "./follow-log";
import { readContainerLog } from "./read-log";

describe.skipIf(containersProblem() !== null)("the log of a container", () => {
  let daemon: Containers;
  undoTries(() => daemon);
  beforeAll(async () => {
    daemon = await startContainers();
  });
  afterAll(() => daemon.close());

  const write = (name: string, script: string, ...options: string[]) =>
    daemon.docker("run", "-d", "--name", name, ...options, "box", "/bin/sh", "-c", script);
  const ended = (name: string) => daemon.docker("wait", name);
  const read = async (id: string, more: Partial<InputOf<typeof dockerContract.readContainerLog>> = {}) =>
    readContainerLog({ id, known: 0, limit: 500, ...more } as never, await daemon.as("mia"));

  async function follow(id: string, more: { after?: string | undefined; takesMs?: number } = {}) {
    const stop = new AbortController();
    const lines: LogLine[] = [];
    const seen = { skipped: 0, biggest: 0, events: [] as string[] };
    const over = followLog(
      { id, same: 1, ...(more.after === undefined ? {} : { after: more.after }) },
      { ...(await daemon.as("mia")), signal: stop.signal },
      {
        send: async (message) => {
          seen.skipped += message.skipped;
          // With how many lines there were before it.
          if (message.event !== null) seen.events.push(`${message.event.kind} ${lines.length}`);
          seen.biggest = Math.max(seen.biggest, message.lines.length);
          lines.push(...message.lines);
          if (more.takesMs !== undefined) await wait(more.takesMs);
        },
        received: (async function* () {})(),
      },
    );
    return { lines, seen, over, stop: () => stop.abort() };
  }

  test("has its end, and what is before it, in order and without a gap", async () => {
    await write("counter", "i=0; while [ $i -lt 3000 ]; do i=$((i+1)); echo line $i; done; sleep 1; echo oops >&2");
    await ended("counter");
    const last = await read("counter", { limit: 1000 });
    expect(last.has_more).toBe(true);
    expect(last.lines).toHaveLength(1000);
    expect(last.lines.at(-1)).toMatchObject({ text: "oops", err: true });
    const before = last.lines[0];
    const earlier = await read("counter", { limit: 1000, before: before?.at, known: 1000 });
    expect(earlier.lines.at(-1)?.text).toBe(`line ${Number(before?.text.slice(5)) - 1}`);
    // Also when it is not known how many there are since.
    const unknown = await read("counter", { limit: 1000, before: before?.at, known: 0 });
    expect(unknown.lines).toEqual(earlier.lines);
    const first = await read("counter", { limit: 1500, before: earlier.lines[0]?.at, known: 2000 });
    expect([first.lines[0]?.text, first.lines.length, first.has_more]).toEqual(["line 1", 1001, false]);
  });

  test("has what was written in a time", async () => {
    await write("slow", "echo early; sleep 2; echo late");
    await ended("slow");
    const { lines } = await read("slow");
    const [early = 0, late = 0] = lines.map(({ at }) => Date.parse(at));
    const texts = async (range: object) => (await read("slow", range)).lines.map(({ text }) => text);
    expect(await texts({ since: early + 1000 })).toEqual(["late"]);
    expect(await texts({ until: late - 1000 })).toEqual(["early"]);
    expect(await texts({ since: early - 1000, until: late + 1000 })).toEqual(["early", "late"]);
  });

  test("is followed from where one was", async () => {
    await write("talker", "echo one; sleep 1; echo two; sleep 1; echo three");
    await vi.waitFor(async () => expect((await read("talker")).lines).toHaveLength(1));
    const {
      lines: [one],
    } = await read("talker");
    const { lines, seen, over, stop } = await follow("talker", { after: one?.at });
    await vi.waitFor(() => expect(seen.events).toEqual(["stopped 2"]));
    expect(lines.map(({ text }) => text)).toEqual(["two", "three"]);
    stop();
    await over;
  });

  test("goes on when the container runs again, without a line that is lost or told twice", async () => {
    // Each run writes a few lines and ends by itself.
    await write("runner", "i=0; while [ $i -lt 40 ]; do i=$((i+1)); echo line $i; done; sleep 1; echo last");
    const { lines, seen, over, stop } = await follow("runner", { after: "2001-01-01T00:00:00.000000000Z" });
    await ended("runner");
    for (const run of [1, 2, 3]) {
      await vi.waitFor(() => expect(lines).toHaveLength(41 * run));
      if (run < 3) await daemon.docker("start", "runner");
      if (run < 3) await ended("runner");
    }
    expect(seen.events.filter((one) => one.startsWith("restarted"))).toEqual(["restarted 41", "restarted 82"]);
    const texts = [...Array.from({ length: 40 }, (_, index) => `line ${index + 1}`), "last"];
    expect(lines.map(({ text }) => text)).toEqual([...texts, ...texts, ...texts]);
    expect(seen.skipped).toBe(0);

    await daemon.docker("restart", "-t", "0", "runner");
    await vi.waitFor(() => expect(lines).toHaveLength(41 * 4));
    await daemon.docker("rm", "-f", "runner");
    await write("runner", "echo anew; sleep 100");
    await vi.waitFor(() => expect(lines.at(-1)?.text).toBe("anew"));
    expect(seen.events.at(-1)).toBe("replaced 164");
    stop();
    await over;
  });

  test("ends when there is no container by the name any more", async () => {
    await write("leaver", "echo x");
    const { over } = await follow("leaver");
    await daemon.docker("rm", "-f", "leaver");
    expect(await keyOf(over)).toBe("done");
  });

  test("of one with a terminal comes without what a terminal adds", async () => {
    await write("tty", "printf '\\033[32mgreen\\033[0m\\n'", "-t");
    await ended("tty");
    expect((await read("tty")).lines).toMatchObject([{ text: "\u001b[32mgreen\u001b[0m", err: false }]);
  });

  test("a reader who is slow is told what was left out, and sees what is of now", async () => {
    await write("flood", "while :; do seq 1 2000; done");
    const slow = await follow("flood", { takesMs: 300 });
    await vi.waitFor(() => expect(slow.seen.skipped).toBeGreaterThan(1_000));
    // Who read all that comes in between would be minutes behind by then.
    await wait(3_000);
    const now = Date.now();
    await vi.waitFor(() => expect(Date.parse(slow.lines.at(-1)?.at ?? "")).toBeGreaterThan(now));
    slow.stop();
    await slow.over.catch(() => null);
    expect(slow.seen.biggest).toBeLessThanOrEqual(2_000);
    await daemon.docker("rm", "-f", "flood");
  });

  test("is nobody's who has no right to it, and ends with that", async () => {
    await daemon.permit("mia", ["docker_container_update"]);
    expect(await keyOf(read("plain"))).toBe("auth/forbidden");
    await daemon.permit("mia", ["docker_view", "docker_container_update"]);
    const { over } = await follow("plain");
    const word = keyOf(over);
    await wait(200);
    await daemon.permit("mia", []);
    await recheckAll();
    expect(await word).toBe("auth/forbidden");
    await daemon.permit("mia", ["docker_view", "docker_container_update"]);
    await write("silent", "echo x", "--log-driver", "none");
    expect(await keyOf(read("silent"))).toBe("docker/no-logs");
  });
});
