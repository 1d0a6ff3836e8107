import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { containersProblem, startContainers, type Containers } from "@/lib/server/docker/containers-fixture";
import { undoTries } from "@/lib/server/docker/undo-tries-fixture";
import { openFlags } from "@/lib/server/storage/sftp/protocol/sftp-session";
import { endContainerFiles, openContainerFiles } from "./open-container-files";

const [minuteMs, pieceMs] = [60_000, 20_000];

describe.skipIf(containersProblem() !== null)("files of containers", () => {
  let containers: Containers;
  undoTries(() => containers);
  beforeAll(async () => {
    containers = await startContainers();
    await containers.docker("exec", "plain", "/bin/sh", "-c", "seq 100000 > /long");
  });
  afterEach(async () => {
    vi.useRealTimers();
    await endContainerFiles();
  });
  afterAll(() => containers.close());

  test("what takes long is not cut off, and what nobody uses is let go of", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const session = await openContainerFiles("plain", null);
    const file = await session.open("/long", openFlags.read);
    for (let at = 0; at < 10; at++) {
      expect(await session.read(file, at * 100, 100)).toHaveLength(100);
      await vi.advanceTimersByTimeAsync(pieceMs);
    }
    await session.close(file);
    expect(await openContainerFiles("plain", null)).toBe(session);
    await vi.advanceTimersByTimeAsync(minuteMs - 1);
    expect(session.isEnded).toBe(false);
    await vi.advanceTimersByTimeAsync(2);
    expect(session.isEnded).toBe(true);
  });
});
