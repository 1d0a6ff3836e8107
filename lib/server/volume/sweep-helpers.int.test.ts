import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { helperLabel, holderLabel, madeLabel, unfinishedLabel } from "@/lib/shared/volume-labels";
import { askDocker } from "@/lib/server/docker/ask-docker";
import { containersProblem, startContainers, type Containers } from "@/lib/server/docker/containers-fixture";
import { undoTries } from "@/lib/server/docker/undo-tries-fixture";
import { getApp } from "@/lib/server/runtime/app";
import { setTaskKinds } from "@/lib/server/task/task-kinds";
import { removeVolume } from "./change-volumes";
import { helperImage } from "./helper-image";
import { noteHelpers, noteWhole } from "./noted-helpers";
import { sweepHelpers } from "./sweep-helpers";
import { cloneVolume } from "./volume-content";
import { volumeGroup } from "./volume-group";
import { holderNow, withVolume } from "./with-volumes";

describe.skipIf(containersProblem() !== null)("containers for volumes that are left over", () => {
  let daemon: Containers;
  undoTries(() => daemon);
  beforeAll(async () => {
    daemon = await startContainers();
    setTaskKinds(volumeGroup.tasks ?? []);
  });
  afterAll(() => daemon.close());

  const volumes = async () => (await daemon.docker("volume", "ls", "-q")).split("\n");
  const containers = async () =>
    (await daemon.docker("ps", "-a", "--format", "{{.Names}}", "--filter", "volume=half")).split("\n").toSorted();
  const ended = (): string => `${getApp().keys.installation}/0123456789abcdef`;
  /** As a run leaves it that is killed. */
  const leave = async (name: string, labels: Record<string, string>, image?: string) =>
    daemon.docker(
      "create",
      "--name",
      name,
      "--network",
      "none",
      ...Object.entries({ [helperLabel]: "half", ...labels }).flatMap(([key, value]) => ["--label", `${key}=${value}`]),
      "--mount",
      "type=volume,source=half,target=/volume",
      image ?? (await helperImage()),
      "none",
    );

  /** A mark of a volume, which has this id, or another. */
  const leaveMark = async (name: string, holder: string, made = "0123") =>
    daemon.docker(
      "create",
      "--name",
      name,
      ...[`${helperLabel}=half`, `${holderLabel}=${holder}`, `${unfinishedLabel}=${made}`].flatMap((label) => [
        "--label",
        label,
      ]),
      await helperImage(),
      "none",
    );
  const half = async (made = "0123") => daemon.docker("volume", "create", "--label", `${madeLabel}=${made}`, "half");
  const named = async () => (await daemon.docker("ps", "-a", "--format", "{{.Names}}")).split("\n");
  /** As the schedule does it: once, and again when some time has passed. */
  async function sweepTwice(between = async () => {}): Promise<void> {
    await sweepHelpers(getApp());
    await between();
    const passedMs = performance.now() + 10 * 60_000;
    const clock = vi.spyOn(performance, "now").mockReturnValue(passedMs);
    try {
      await sweepHelpers(getApp());
    } finally {
      clock.mockRestore();
    }
  }

  test("an export's goes; those of other installations, of what is done now, and of other images stay", async () => {
    await daemon.docker("volume", "create", "half");
    await leave("killed", { [holderLabel]: ended() });
    // Before there ever was one, nobody asks the daemon.
    await sweepTwice();
    expect(await containers()).toEqual(["killed"]);
    await noteHelpers(getApp().db);
    await leave("others", { [holderLabel]: "01234567/0123456789abcdef" });
    await leave("unknown", {});
    await leave("pretends", { [holderLabel]: ended() }, "bare");
    await withVolume("half", async () => {
      await leave("now", { [holderLabel]: holderNow() });
      await sweepTwice();
      expect(await containers()).toEqual(expect.arrayContaining(["now", "others", "pretends", "unknown"]));
      expect(await containers()).not.toContain("killed");
    });
    await daemon.docker("rm", "now", "others", "pretends", "unknown");
    expect(await volumes()).toContain("half");
    // What it kept in use can be removed.
    await removeVolume({ name: "half" }, await daemon.as("root"));
  });

  test("half a copy goes with it, also where the daemon was away when it failed", async () => {
    for (const holder of [ended(), holderNow()]) {
      await half();
      await leave("killed", { [holderLabel]: holder });
      await leaveMark("mark", holder);
      await sweepTwice();
      expect(await volumes()).not.toContain("half");
      expect(await named()).toEqual(["plain"]);
    }
  });

  test("what another server with the same keys is about stays, container and volume", async () => {
    await half();
    await daemon.docker(
      "run",
      "--rm",
      "-v",
      "half:/v",
      "box",
      "/bin/sh",
      "-c",
      "busybox head -c 64000000 /dev/zero > /v/x",
    );
    const id = await leave("twins", { [holderLabel]: ended() });
    await leaveMark("mark", ended());
    const archive = await askDocker(id, (docker) => docker.getContainer(id).getArchive({ path: "/volume/." }));
    archive.pause();
    await sweepTwice();
    // Seen with nobody at it, but not for long.
    if ("destroy" in archive && typeof archive.destroy === "function") archive.destroy();
    await sweepHelpers(getApp());
    expect(await containers()).toEqual(["twins"]);
    expect(await named()).toContain("mark");
    expect(await volumes()).toContain("half");
    await sweepTwice();
    expect(await volumes()).not.toContain("half");
  });

  test("what somebody has taken meanwhile stays marked, and goes when it can", async () => {
    await half();
    await leave("killed", { [holderLabel]: ended() });
    await leaveMark("mark", ended());
    await sweepTwice(async () => void (await daemon.run("taker", "-v", "half:/h")));
    expect(await named()).toEqual(expect.arrayContaining(["mark", "taker"]));
    await daemon.docker("rm", "-f", "taker");
    await sweepTwice();
    expect(await volumes()).not.toContain("half");
    expect(await named()).toEqual(["plain"]);
  });

  test("a volume that was made by somebody else, or is whole, is never removed for a mark", async () => {
    for (const made of ["4567", "0123"]) {
      await half(made);
      if (made === "0123") await noteWhole(getApp().db, made);
      await leaveMark("mark", ended());
      await sweepTwice();
      expect(await named()).toEqual(["plain"]);
      expect(await volumes()).toContain("half");
      await daemon.docker("volume", "rm", "half");
    }
  });

  test("a copy is marked as long as it is made, and no longer", async () => {
    await daemon.docker("volume", "create", "source");
    const fill = "busybox dd if=/dev/zero of=/v/zero bs=1M count=200 2>/dev/null";
    await daemon.docker("run", "--rm", "--network", "none", "-v", "source:/v", "box", "/bin/sh", "-c", fill);
    await cloneVolume({ name: "source", to: "copy" }, await daemon.as("root"));
    const marked = ["ps", "-aq", "--filter", `label=${unfinishedLabel}`];
    await vi.waitFor(async () => expect(await daemon.docker(...marked)).not.toBe(""));
    await sweepHelpers(getApp());
    await vi.waitFor(async () => expect(await daemon.docker(...marked)).toBe(""), { timeout: 60_000, interval: 200 });
    await sweepHelpers(getApp());
    const size = "busybox stat -c %s /v/zero";
    const [first, copied] = await Promise.all(
      ["source", "copy"].map((name) =>
        daemon.docker("run", "--rm", "--network", "none", "-v", `${name}:/v`, "box", "/bin/sh", "-c", size),
      ),
    );
    expect(copied).toBe(first);
  });
});
