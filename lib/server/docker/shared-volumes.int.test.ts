import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { volumeContract } from "@/lib/contracts/volume";
import { creatorLabel } from "@/lib/shared/volume-labels";
import { createVolume } from "@/lib/server/volume/change-volumes";
import {
  containersProblem,
  endTerminals,
  inAll,
  keepDataAt,
  keyOf,
  miasLabel,
  plainSpec,
  startContainers,
  type Containers,
} from "./containers-fixture";
import { undoTries } from "@/lib/server/docker/undo-tries-fixture";
import { admitToFiles } from "./files/admit-to-files";
import { createContainer, recreateContainer } from "./make/make-container";
import { openContainerTerminal } from "./open-container";
import { findKeptNamesBy, nothingKept } from "./kept-names";
import { getApp } from "@/lib/server/runtime/app";
import { startAppOf } from "@/lib/server/runtime/app-fixture";

type UserId = "mia" | "tom" | "root";
const refused = "docker/others-volume";
const rights = ["docker_view", "docker_container_update", "docker_volume_update"] as const;

describe.skipIf(containersProblem() !== null)("what containers share", () => {
  let daemon: Containers;
  undoTries(() => daemon);
  beforeAll(async () => {
    daemon = await startContainers();
    startAppOf({ ...getApp(), storageFor: () => daemon.storage });
    for (const id of ["mia", "tom"] as const) await daemon.permit(id, rights, inAll);
  });
  afterEach(endTerminals);
  afterAll(() => daemon.close());

  /** `volume:place:ro`, as the daemon's client takes it. */
  const mountsOf = (volumes: readonly string[]) =>
    volumes.map((volume) => {
      const [source = "", destination = "", access] = volume.split(":");
      return { kind: "volume" as const, source, destination, is_writable: access !== "ro" };
    });
  const make = async (name: string, volumes: readonly string[], userId: UserId = "mia") =>
    createContainer({ ...plainSpec, name, mounts: mountsOf(volumes) }, await daemon.as(userId));
  const run = (name: string, ...options: string[]) =>
    daemon.run(name, "--network", "none", "--stop-signal", "KILL", ...options);
  /** One that does not run. */
  const lay = (name: string, ...options: string[]) =>
    daemon.docker("create", "--name", name, ...options, "box", "/bin/sleep", "1000");
  const shell = async (id: string, userId: UserId = "mia") =>
    keyOf(openContainerTerminal({ id, cols: 80, rows: 24 }, await daemon.as(userId)));
  const files = async (name: string, userId: UserId = "mia") => {
    const { actor } = await daemon.as(userId);
    return keyOf(admitToFiles(actor, name));
  };
  const volume = async (name: string) =>
    JSON.parse(await daemon.docker("volume", "inspect", "-f", "{{json .}}", name)) as {
      Mountpoint: string;
      Labels: Record<string, string> | null;
    };

  test("a volume with Filedeck's own data is for nobody but administrators, in any container", async () => {
    await daemon.docker("volume", "create", "filedeck-data");
    const { Mountpoint } = await volume("filedeck-data");
    await run("backup", "-v", "filedeck-data:/data:ro");
    await run("by-folder", "-v", `${Mountpoint}:/data:ro`);
    const before = getApp().env.dataDir;
    expect(await shell("backup")).toBe("done");
    for (const place of [Mountpoint, `${Mountpoint}/below`, Mountpoint.replace(/\/_data$/, "")]) {
      keepDataAt(place);
      expect(await keyOf(make("grab", ["filedeck-data:/x:ro"]))).toBe(refused);
      expect(await shell("backup")).toBe("docker/root-only");
      expect(await files("backup")).toBe("docker/root-only-files");
      expect(await shell("by-folder")).toBe("docker/root-only");
      expect(await shell("backup", "root")).toBe("done");
    }
    // Neither by a rule on that container alone.
    await daemon.permit("tom", [], [{ match: "backup", may: ["shell"] }]);
    expect(await shell("backup", "tom")).toBe("docker/root-only");
    expect(await files("backup", "tom")).toBe("docker/root-only-files");
    keepDataAt(before);
    expect(await shell("backup", "tom")).toBe("done");
    await daemon.permit("tom", rights, inAll);
    await daemon.docker("rm", "-f", "backup", "by-folder");
  });

  test("nobody gets a volume that a container with more of this machine has, running or not", async () => {
    await daemon.docker("volume", "create", "app");
    await lay("strong", "--network", "none", "-v", "/etc:/host", "-v", "app:/app:ro");
    expect(await keyOf(make("plant", ["app:/app"]))).toBe(refused);
    expect(await keyOf(make("plant", ["app:/app:ro"]))).toBe(refused);
    await run("writer", "-v", "app:/app", "-v", "next:/next");
    await run("reader", "-v", "app:/app:ro");
    // Whoever writes what one writes that writes what it runs.
    await run("second", "-v", "next:/next", "-v", "last:/last:ro");
    await run("third", "-v", "last:/last");
    const strong = {
      writer: "docker/root-only",
      second: "docker/root-only",
      reader: "done",
      third: "docker/root-only",
    };
    for (const [name, key] of Object.entries(strong)) expect([name, await shell(name)]).toEqual([name, key]);
    expect(await files("writer")).toBe("docker/root-only-files");
    expect(await keyOf(make("more", ["next:/next"]))).toBe(refused);
    expect(await shell("plain")).toBe("done");
    // A folder of the machine's that lies in a volume is that volume.
    await daemon.docker("volume", "create", "apart");
    const { Mountpoint } = await volume("apart");
    await lay("around", "--privileged", "-v", `${Mountpoint}:/x`);
    await run("aside", "-v", "apart:/x");
    expect(await shell("aside")).toBe("docker/root-only");
    await daemon.docker("rm", "-f", "strong", "around");
    for (const name of ["writer", "second", "third", "aside"])
      expect([name, await shell(name)]).toEqual([name, "done"]);
    await daemon.docker("rm", "-f", "writer", "second", "third", "reader", "aside");
  });

  test("a volume is for who has made it, and for nobody who only may open a shell where it is", async () => {
    await daemon.docker("volume", "create", "left");
    expect(await keyOf(make("grab", ["left:/x"]))).toBe(refused);
    // What is made with a container is theirs later, without it as well.
    expect(await keyOf(make("first", ["fresh:/x"]))).toBe("done");
    expect((await volume("fresh")).Labels).toMatchObject({ [creatorLabel]: "mia" });
    await daemon.docker("rm", "-f", "first");
    expect(await keyOf(make("taken", ["fresh:/x"], "tom"))).toBe(refused);
    expect(await keyOf(make("again", ["fresh:/x"]))).toBe("done");
    expect(await shell("again", "tom")).toBe("done");
    expect(await keyOf(make("taken", ["fresh:/x"], "tom"))).toBe(refused);
    // One of hers that a container with more of this machine has is not hers to write any more.
    await lay("strong", "--network", "none", "-v", "/etc:/host", "-v", "fresh:/x:ro");
    expect(await keyOf(make("plant", ["fresh:/x"]))).toBe(refused);
    await daemon.docker("rm", "-f", "strong");
    const usual = { driver: "local", options: {}, labels: {} };
    await createVolume({ name: "mine", ...usual }, await daemon.as("mia"));
    expect(await keyOf(make("with-mine", ["mine:/x"]))).toBe("done");
    await createVolume({ name: "of-tom", ...usual }, await daemon.as("tom"));
    expect(await keyOf(make("with-toms", ["of-tom:/x"]))).toBe(refused);
    const labels = { [creatorLabel]: "mia" };
    expect(volumeContract.createVolume.input.safeParse({ name: "sly", labels }).success).toBe(false);
    expect(volumeContract.createVolume.input.safeParse({ name: "sly", labels: { a: "b" } }).success).toBe(true);
    await daemon.docker("rm", "-f", "again", "with-mine");
  });

  test("one's own container is made anew with its volumes, and gets others", async () => {
    const mia = await daemon.as("mia");
    await createVolume({ name: "data", driver: "local", options: {}, labels: {} }, mia);
    await run("own", "--label", miasLabel, "-v", "data:/data", "-v", "/scratch");
    expect(await keyOf(recreateContainer({ id: "own", environment: ["A=1"] }, mia))).toBe("done");
    const more = mountsOf(["data:/data", "extra:/extra"]);
    expect(await keyOf(recreateContainer({ id: "own", mounts: more, environment: [] }, mia))).toBe("done");
    expect((await volume("extra")).Labels).toMatchObject({ [creatorLabel]: "mia" });
    await daemon.docker("stop", "-t", "0", "own");
    expect(await keyOf(recreateContainer({ id: "own", environment: ["A=2"] }, mia))).toBe("done");
    await lay("strong", "--privileged", "-v", "data:/data:ro");
    expect(await keyOf(recreateContainer({ id: "own", environment: ["A=3"] }, mia))).toBe(refused);
    await daemon.docker("rm", "-f", "strong", "own");
  });

  test("names of volumes that an approved stack has are not taken before it", async () => {
    findKeptNamesBy(() => Promise.resolve({ ...nothingKept, volumes: new Set(["shop_data"]) }));
    const usual = { driver: "local", options: {}, labels: {} };
    expect(await keyOf(make("before", ["shop_data:/x"]))).toBe(refused);
    expect(await keyOf(createVolume({ name: "shop_data", ...usual }, await daemon.as("mia")))).toBe("auth/root-only");
    findKeptNamesBy(() => Promise.resolve(nothingKept));
  });

  test.each([
    ["processes", ["--pid", "container:host"]],
    ["memory", ["--ipc", "container:host"]],
    ["network", ["--network", "container:host"]],
  ])("who shares their %s with a container that reaches further reaches as far", async (_, options) => {
    await run("host", "--ipc", "shareable");
    await lay("guest", ...options);
    expect(await shell("host")).toBe("done");
    await daemon.docker("rm", "-f", "guest");
    await lay("guest", ...options, "-v", "/etc:/host:ro");
    expect(await shell("host")).toBe("docker/root-only");
    await daemon.docker("rm", "-f", "guest", "host");
  });

  test("a link, which tells the environment of another container, is not made anew", async () => {
    await daemon.run("target", "-e", "PASSWORD=secret");
    await daemon.run("linked", "--label", miasLabel, "--link", "target:db");
    const change = { id: "linked", environment: ["A=1"] };
    expect(await keyOf(recreateContainer(change, await daemon.as("mia")))).toBe("docker/root-settings");
    await daemon.docker("rm", "-f", "linked", "target");
  });
});
