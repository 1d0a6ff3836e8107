import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { getApp } from "@/lib/server/runtime/app";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import { mayBeGuest } from "@/lib/server/terminal/guest-rights";
import {
  containersProblem,
  endTerminals,
  inAll,
  keyOf,
  opened,
  startContainers,
  type Containers,
} from "./containers-fixture";
import { undoTries } from "@/lib/server/docker/undo-tries-fixture";
import { openContainerTerminal } from "./open-container";

describe.skipIf(containersProblem() !== null)("a shell in a container", () => {
  let daemon: Containers;
  undoTries(() => daemon);
  beforeAll(async () => {
    daemon = await startContainers();
    startAppOf({ ...getApp(), storageFor: () => daemon.storage });
    for (const id of ["mia", "tom"] as const) await daemon.permit(id, ["docker_view"], inAll);
  });
  afterEach(endTerminals);
  afterAll(() => daemon.close());

  const open = async (userId: "mia" | "root") =>
    opened(openContainerTerminal({ id: "app", cols: 80, rows: 24 }, await daemon.as(userId)), userId);
  const lay = (name: string, ...options: string[]) =>
    daemon.docker("create", "--name", name, "--network", "none", ...options, "box", "/bin/sleep", "1000");

  test("ends at once when what it shares comes to reach further, for its owner and for guests", async () => {
    await daemon.run("app", "-v", "data:/data");
    const terminal = await open("mia");
    const ofRoot = await open("root");
    const { actor: tom } = await daemon.as("tom");
    expect(await mayBeGuest(ofRoot, tom)).toBe(true);
    const ended = vi.fn();
    void terminal.ended.then(ended);
    // That there is one more is no reason by itself.
    await lay("plain-neighbor", "-v", "data:/data");
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(ended).not.toHaveBeenCalled();
    await lay("backup", "-v", "data:/data", "-v", "/etc:/host");
    await terminal.ended;
    await vi.waitFor(async () => expect(await mayBeGuest(ofRoot, tom)).toBe(false));
    expect(await mayBeGuest(ofRoot, (await daemon.as("root")).actor)).toBe(true);
    await daemon.docker("rm", "-f", "app", "backup", "plain-neighbor");
  });

  test("is not had beside a container that has the folder of all volumes", async () => {
    await daemon.run("app", "-v", "data:/data");
    const place = await daemon.docker("volume", "inspect", "-f", "{{.Mountpoint}}", "data");
    await lay("all", "-v", `${place.replace(/\/data\/_data$/, "")}:/volumes:ro`);
    const shell = async () => keyOf(openContainerTerminal({ id: "app", cols: 80, rows: 24 }, await daemon.as("mia")));
    expect(await shell()).toBe("docker/root-only");
    await daemon.docker("rm", "-f", "all");
    await lay("measures", "-v", "/:/host:ro");
    expect(await shell()).toBe("done");
    await daemon.docker("rm", "-f", "app", "measures");
  });
});
