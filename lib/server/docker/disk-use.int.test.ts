import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { containersProblem, startContainers, type Containers } from "./containers-fixture";
import { undoTries } from "@/lib/server/docker/undo-tries-fixture";
import { getDiskUse } from "./disk-use";

const problem = containersProblem();
const mib = 1024 * 1024;

describe.skipIf(problem !== null)(`what Docker takes of the disk${problem === null ? "" : ` (${problem})`}`, () => {
  let containers: Containers;
  undoTries(() => containers);
  beforeAll(async () => {
    containers = await startContainers();
  });
  afterAll(() => containers.close());

  it("is told by kind and by container, the largest first, with the logs", async () => {
    const { docker } = containers;
    await containers.run("writer", "-v", "kept:/kept");
    // There is no dd in the image.
    const fill = (bytes: number, file: string) => `seq ${Math.round(bytes / 8)} 9999999 | head -c ${bytes} > ${file}`;
    await docker("exec", "writer", "/bin/busybox", "sh", "-c", fill(12 * mib, "/inside"));
    await docker("exec", "writer", "/bin/busybox", "sh", "-c", fill(2 * mib, "/kept/file"));
    await docker("run", "-d", "--name", "talker", "box", "/bin/busybox", "sh", "-c", "seq 100000; sleep 1000");
    await docker("create", "--name", "ended", "box", "/bin/sleep", "1");
    await docker("volume", "create", "unused");
    await vi.waitFor(async () => expect((await docker("logs", "--tail", "1", "talker")).trim()).toBe("100000"));

    // What another test of this process has asked another daemon is old.
    const later = performance.now() + 60_000;
    vi.spyOn(performance, "now").mockReturnValue(later);
    const told = await getDiskUse({}, await containers.as("mia"));
    vi.restoreAllMocks();
    expect(told.containers.map(({ name }) => name).slice(0, 2)).toEqual(["writer", "talker"]);
    const [writer, talker] = told.containers;
    expect(writer?.written).toBeGreaterThanOrEqual(12 * mib);
    expect(writer?.written).toBeLessThan(13 * mib);
    // 100,000 lines, each in an object of its own.
    expect(talker?.log).toBeGreaterThan(5 * mib);
    expect(told.containers.find(({ name }) => name === "ended")?.is_running).toBe(false);
    expect(told.volumes).toEqual([
      { name: "kept", bytes: expect.toSatisfy((bytes: number) => bytes >= 2 * mib), is_used: true },
      { name: "unused", bytes: 0, is_used: false },
    ]);
    const kinds = Object.fromEntries(told.kinds.map(({ kind, ...rest }) => [kind, rest]));
    expect(kinds["containers"]).toMatchObject({ count: 4, freeable: 0 });
    expect(kinds["images"]?.count).toBe(2);
    expect(kinds["logs"]?.bytes).toBeGreaterThan(5 * mib);
    // Asked again at once, nothing is measured.
    expect(await getDiskUse({}, await containers.as("mia"))).toBe(told);
  });
});
