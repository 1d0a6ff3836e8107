import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { insidePath, withVolume } from "@/lib/server/volume/with-volumes";
import {
  containersProblem,
  endTerminals,
  keyOf,
  startContainers,
  whileBusy,
  type Containers,
} from "./containers-fixture";
import { undoTries } from "@/lib/server/docker/undo-tries-fixture";
import { openContainerTerminal } from "./open-container";

describe.skipIf(containersProblem() !== null)(
  "while the daemon reads files of a container, and says nothing of it",
  () => {
    let daemon: Containers;
    undoTries(() => daemon);
    beforeAll(async () => {
      daemon = await startContainers();
      await daemon.run("filler", "-v", "big:/big", "-v", "shared:/shared");
      await daemon.docker("exec", "filler", "/bin/sh", "-c", "busybox dd if=/dev/zero of=/big/zero bs=1M count=64");
      await daemon.docker("rm", "-f", "filler");
      await daemon.run("app", "-v", "shared:/shared");
    });
    afterEach(endTerminals);
    afterAll(() => daemon.close());

    /** How it went, and whether that took no longer than somebody waits. */
    const shell = async (id: string) => {
      const before = performance.now();
      const key = await keyOf(openContainerTerminal({ id, cols: 80, rows: 24 }, await daemon.as("mia")));
      return { key, isQuick: performance.now() - before < 30_000 };
    };

    test("a volume's export keeps nobody from other containers", async () => {
      await withVolume("big", async ({ id }) => {
        await whileBusy(id, insidePath, async () => expect(await shell("app")).toEqual({ key: "done", isQuick: true }));
      });
    });

    test("only what has something of that container has to wait", async () => {
      const options = ["--network", "none", "-v", "big:/big", "-v", "shared:/shared"];
      const id = await daemon.docker("create", "--name", "busy", ...options, "box", "/bin/sleep", "1000");
      await whileBusy(id, "/big", async () => {
        expect(await shell("plain")).toEqual({ key: "done", isQuick: true });
        expect(await shell("app")).toEqual({ key: "docker/root-only", isQuick: true });
      });
      expect((await shell("app")).key).toBe("done");
    });
  },
);
