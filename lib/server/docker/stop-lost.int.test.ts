import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { stopLostCode } from "@/lib/contracts/audited-actions";
import { creatorLabel } from "@/lib/shared/volume-labels";
import { getApp, type App } from "@/lib/server/runtime/app";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import { changeContainer, removeContainer } from "./change-container";
import { containersProblem, keyOf, plainSpec, startContainers, type Containers } from "./containers-fixture";
import { createContainer, getContainerSpec, recreateContainer } from "./make/make-container";
import { stopLost } from "./stop-lost";

describe.skipIf(containersProblem() !== null)("a container with a folder", () => {
  let daemon: Containers;
  let app: App;
  let team: string;
  const record = vi.fn();
  beforeAll(async () => {
    daemon = await startContainers();
    team = path.join(daemon.root, "team");
    mkdirSync(team);
    writeFileSync(path.join(team, "file"), "of the team\n");
    await daemon.permit("mia", ["docker_view", "docker_container_update"]);
    app = { ...getApp(), ...(await daemon.as("root")), audit: { record, flush: () => Promise.resolve() } };
  }, 60_000);
  beforeEach(() => record.mockClear());
  afterAll(() => daemon.close(), 60_000);

  /** From here on mia has the folder for writing, or for nothing. */
  function grant(isGranted: boolean) {
    const storage = daemon.limited({ accessDirs: isGranted ? ["team"] : [] });
    startAppOf({ ...app, storageFor: ({ isRoot }) => (isRoot ? daemon.storage : storage) });
    return storage;
  }
  const make = async (name: string) =>
    keyOf(
      createContainer(
        {
          ...plainSpec,
          name,
          mounts: [{ kind: "bind", source: team, destination: "/x", is_writable: false }],
          restart: "always",
          labels: { a: "b" },
        },
        { ...(await daemon.as("mia")), storage: grant(true) },
      ),
    );
  const act = async (id: string, action: "start" | "restart" | "unpause" | "kill", userId: "mia" | "root" = "mia") =>
    keyOf(changeContainer({ id, action }, await daemon.as(userId)));
  const labelOf = (name: string) => daemon.docker("inspect", "-f", `{{index .Config.Labels "${creatorLabel}"}}`, name);
  const isRunning = (name: string) => daemon.docker("inspect", "-f", "{{.State.Running}}", name);

  test("is ended when its maker may not read that any more, and not begun again", async () => {
    expect(await make("reader")).toBe("done");
    expect(await labelOf("reader")).toBe("mia");
    expect((await getContainerSpec({ id: "reader" }, await daemon.as("root"))).labels).toEqual({ a: "b" });
    await stopLost(app);
    expect([await isRunning("reader"), await act("reader", "restart")]).toEqual(["true", "done"]);
    grant(false);
    await daemon.docker("pause", "reader");
    expect(await act("reader", "unpause")).toBe("docker/lost-folders");
    await daemon.docker("unpause", "reader");
    expect(await act("reader", "restart")).toBe("docker/lost-folders");
    await stopLost(app);
    expect(await isRunning("reader")).toBe("false");
    expect(record.mock.calls).toEqual([
      [expect.objectContaining({ action: stopLostCode, target: "reader", outcome: "success" })],
    ]);
    for (const userId of ["mia", "root"] as const)
      expect(await act("reader", "start", userId)).toBe("docker/lost-folders");
    // It is still there, and who has made it may take it away.
    const mia = await daemon.as("mia");
    expect(await keyOf(removeContainer({ id: "reader", force: true, volumes: false }, mia))).toBe("done");
  }, 60_000);

  test("becomes an administrator's who makes it anew, and stays its maker's where nothing was lost", async () => {
    expect(await make("kept")).toBe("done");
    await daemon.docker("kill", "kept");
    const root = { ...(await daemon.as("root")) };
    expect(await keyOf(recreateContainer({ id: "kept", labels: { c: "d" } }, root))).toBe("done");
    expect(await labelOf("kept")).toBe("mia");
    grant(false);
    expect(await keyOf(recreateContainer({ id: "kept", labels: {} }, root))).toBe("done");
    expect(await labelOf("kept")).toBe("");
    expect(await act("kept", "start", "root")).toBe("done");
    await stopLost(app);
    expect(await isRunning("kept")).toBe("true");
    await daemon.docker("rm", "-f", "kept");
  }, 60_000);

  test("is nobody's by what its image says", async () => {
    grant(false);
    await daemon.run("first", "--network", "none");
    await daemon.docker("commit", "--change", `LABEL ${creatorLabel}=mia`, "first", "labelled");
    await daemon.docker("run", "-d", "--name", "of-root", "-v", `${team}:/x:ro`, "labelled", "/bin/sleep", "1000");
    await stopLost(app);
    expect(await isRunning("of-root")).toBe("true");
    const mia = await daemon.as("mia");
    expect(await keyOf(removeContainer({ id: "of-root", force: true, volumes: false }, mia))).toBe(
      "docker/keeps-reach",
    );
    await daemon.docker("rm", "-f", "first", "of-root");
  }, 60_000);
});
