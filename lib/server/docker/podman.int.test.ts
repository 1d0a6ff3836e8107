import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { LogLine } from "@/lib/contracts/docker-logs";
import { busyboxProblem } from "@/lib/server/process/busybox-image";
import { podmanProblem, startPodman } from "@/lib/server/process/podman-fixture";
import { startContainers, type Containers } from "./containers-fixture";
import { undoTries } from "@/lib/server/docker/undo-tries-fixture";
import { listContainers } from "./list-containers";
import { followLog } from "./log/follow-log";
import { readContainerLog } from "./log/read-log";

describe.skipIf((podmanProblem() ?? busyboxProblem()) !== null)("Podman in Docker's place", () => {
  let daemon: Containers;
  undoTries(() => daemon);
  beforeAll(async () => {
    daemon = await startContainers(startPodman);
  });
  afterAll(() => daemon.close());

  const numbers = (lines: readonly Pick<LogLine, "text">[]) => lines.map(({ text }) => Number(text.slice(5)));

  test("its containers are listed", async () => {
    const { containers } = await listContainers({}, await daemon.as("mia"));
    expect(containers).toMatchObject([{ name: "plain", state: "running" }]);
  });

  test("a log that is followed goes on where it was read to: no line twice, none missing", async () => {
    const script = "i=0; while true; do i=$((i+1)); echo line $i; sleep 0.1; done";
    await daemon.docker("run", "-d", "--name", "counter", "box", "/bin/sh", "-c", script);
    const read = await vi.waitFor(async () => {
      const { lines } = await readContainerLog({ id: "counter", known: 0, limit: 500 }, await daemon.as("mia"));
      expect(lines.length).toBeGreaterThan(10);
      return lines;
    });
    // Whole seconds: many lines have the last one's time.
    const last = read.at(-1)?.at ?? "";
    const same = read.filter(({ at }) => at === last).length;
    const stop = new AbortController();
    const lines: LogLine[] = [...read];
    const over = followLog(
      { id: "counter", after: last, same },
      { ...(await daemon.as("mia")), signal: stop.signal },
      {
        send: async (message) => {
          lines.push(...message.lines);
        },
        received: (async function* () {})(),
      },
    );
    await vi.waitFor(() => expect(lines.length).toBeGreaterThan(read.length + 10));
    stop.abort();
    await over;
    expect(numbers(lines)).toEqual(lines.map((_, index) => index + 1));
  });
});
