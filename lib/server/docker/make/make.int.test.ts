import { mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { dockerContract } from "@/lib/contracts/docker";
import type { ContainerSpec } from "@/lib/contracts/docker-make";
import {
  containersProblem,
  keyOf,
  miasLabel,
  startContainers,
  type Containers,
} from "@/lib/server/docker/containers-fixture";
import { undoTries } from "@/lib/server/docker/undo-tries-fixture";
import { creatorLabel } from "@/lib/shared/volume-labels";
import { limitContainer } from "./limit-container";
import { createContainer, getContainerSpec, recreateContainer } from "./make-container";

const plain: ContainerSpec = {
  name: "made",
  image: "box",
  command: ["/bin/sleep", "1000"],
  environment: ["MODE=live", "EMPTY="],
  ports: [{ address: "127.0.0.1", outside: null, outside_last: null, inside: 80, protocol: "tcp" }],
  mounts: [{ kind: "volume", source: "kept", destination: "/data", is_writable: true }],
  memory: 64 * 1024 * 1024,
  cpus: 0.5,
  restart: "unless-stopped",
  labels: { "users.owner": "mia" },
  network: "bridge",
  is_privileged: false,
  devices: [],
  cap_add: [],
  cap_drop: [],
};

describe.skipIf(containersProblem() !== null)("containers that are made", () => {
  let daemon: Containers;
  undoTries(() => daemon);
  beforeAll(async () => {
    daemon = await startContainers();
  });
  afterAll(() => daemon.close());
  const inspect = async (name: string, what: string) =>
    JSON.parse(await daemon.docker("inspect", "-f", `{{json ${what}}}`, name)) as unknown; // any as it comes
  const create = async (change: Partial<ContainerSpec>, userId: "mia" | "root" = "mia", storage = daemon.storage) =>
    createContainer({ ...plain, ...change }, { ...(await daemon.as(userId)), storage });
  const recreate = async (id: string, change: Partial<ContainerSpec>, userId: "mia" | "root" = "mia") =>
    recreateContainer({ ...plain, name: id, ...change, id }, await daemon.as(userId));
  const names = async () => (await daemon.docker("ps", "-a", "--format", "{{.Names}}")).split("\n").toSorted();

  test("have what was asked for, and run", async () => {
    const { id } = await create({});
    expect(await inspect("made", ".Id")).toBe(id);
    expect(await inspect("made", ".State.Running")).toBe(true);
    expect(await inspect("made", ".Config")).toMatchObject({
      Cmd: plain.command,
      Env: expect.arrayContaining(plain.environment),
      Labels: plain.labels,
    });
    expect(await inspect("made", ".HostConfig")).toMatchObject({
      Memory: plain.memory,
      NanoCpus: 5e8,
      RestartPolicy: { Name: "unless-stopped" },
      Privileged: false,
    });
    expect(await inspect("made", ".Mounts")).toMatchObject([{ Type: "volume", Name: "kept", Destination: "/data" }]);
    const image = { id: await inspect("made", ".Image"), created_at: expect.any(Number) as number };
    const images = { own_image: image, named_image: image };
    // In place of Docker's own network, which all share, she has one.
    const ports = [{ ...plain.ports[0], outside: expect.any(Number) as number }];
    const told = { ...plain, ...images, ports, network: expect.stringMatching(/^users-mia-[0-9a-f]{6}$/) as string };
    expect(await getContainerSpec({ id: "made" }, await daemon.as("root"))).toEqual(told);
    expect(await getContainerSpec({ id: "made" }, await daemon.as("mia"))).toEqual({
      ...told,
      environment: null,
      mounts: null,
    });
    expect(await keyOf(create({}))).toBe("docker/conflict");
    expect(await keyOf(create({ name: "lost", image: "nothing:1" }))).toBe("docker/no-image");
    // One that does not start is not left behind.
    expect(await keyOf(create({ name: "lost", command: ["/bin/nothing"] }))).not.toBe("done");
    expect(await names()).toEqual(["made", "plain"]);
  });

  test("reach no further than whoever makes them", async () => {
    const { root, base } = daemon;
    for (const folder of ["team", "team/inner", "other"]) mkdirSync(path.join(root, folder));
    symlinkSync(path.join(base, "outside"), path.join(root, "link"));
    const limited = daemon.limited({ accessDirs: ["team"], readOnlyDirs: ["other"] });
    await daemon.docker("volume", "create", "-o", "type=none", "-o", "o=bind", "-o", `device=${base}/outside`, "sly");
    const bind = (source: string, is_writable = false) => ({
      kind: "bind" as const,
      source,
      destination: "/x",
      is_writable,
    });
    const hostId = await daemon.docker("network", "inspect", "-f", "{{.Id}}", "host");
    const refused: Record<string, Partial<ContainerSpec>> = {
      privileged: { is_privileged: true },
      host: { network: "host" },
      "host by its id": { network: hostId },
      "network of others": { network: "back" },
      "network of another container": { network: "container:plain" },
      "port of the system": {
        ports: [{ address: "", outside: 443, outside_last: null, inside: 80, protocol: "tcp" }],
      },
      root: { mounts: [bind("/")] },
      socket: { mounts: [bind(daemon.socket)] },
      outside: { mounts: [bind(`${base}/outside`)] },
      readable: { mounts: [bind(`${root}/other`)] },
      above: { mounts: [bind(root)] },
      link: { mounts: [bind(`${root}/link`)] },
      // Whoever writes in the folder above could put a link in its place.
      within: { mounts: [bind(`${root}/team/inner`)] },
      // Root in there could leave a set-user-id file.
      writable: { mounts: [bind(`${root}/team`, true)] },
      volume: { mounts: [{ kind: "volume", source: "sly", destination: "/x", is_writable: true }] },
      device: { devices: [{ outside: "/dev/null", inside: "/dev/other", access: "r" }] },
      capability: { cap_add: ["NET_ADMIN"] },
      capabilities: { cap_add: ["CHOWN", "ALL"] },
    };
    const keys: Record<string, string> = {
      volume: "docker/others-volume",
      host: "docker/others-network",
      "host by its id": "docker/others-network",
      "network of others": "docker/others-network",
      "network of another container": "docker/others-network",
      "port of the system": "docker/port-range",
    };
    await daemon.docker("network", "create", "back");
    for (const [what, change] of Object.entries(refused))
      expect([what, await keyOf(create({ name: "far", ...change }, "mia", limited))]).toEqual([
        what,
        keys[what] ?? "docker/root-settings",
      ]);
    expect(await keyOf(create({ name: "lost", network: "nowhere" }))).toBe("docker/no-network");
    await daemon.docker("network", "rm", "back");
  });

  test("what is asked for is checked by its form", () => {
    const isFine = (change: object) => dockerContract.createContainer.input.safeParse({ ...plain, ...change }).success;
    expect(isFine({})).toBe(true);
    for (const change of [
      { name: "-rf" },
      { name: "../x" },
      { image: "-v" },
      { environment: ["NO"] },
      { environment: ["A=\0"] },
      { network: "container:plain" },
      { network: "ns:/proc/1/ns/net" },
      { mounts: [{ kind: "bind", source: "relative", destination: "/x", is_writable: true }] },
      { mounts: [{ kind: "bind", source: "/a/../etc", destination: "/x", is_writable: true }] },
      { mounts: [{ kind: "npipe", source: "/a", destination: "/x", is_writable: true }] },
      { mounts: [{ kind: "volume", source: "/etc", destination: "/x", is_writable: true }] },
      { ports: [{ address: "evil", outside: 1, inside: 1, protocol: "tcp" }] },
      { memory: 1 },
      { devices: [{ outside: "/etc/passwd", inside: "/x", access: "rwm" }] },
      { devices: [{ outside: "/dev/../etc", inside: "/x", access: "rwm" }] },
      { devices: [{ outside: "/dev/null", inside: "/x", access: "" }] },
      { cap_add: ["NET ADMIN"] },
    ])
      expect([change, isFine(change)]).toEqual([change, false]);
    // What has no name here is not passed on.
    const parsed = dockerContract.createContainer.input.parse({
      ...plain,
      HostConfig: { Privileged: true },
      CapAdd: ["ALL"],
    });
    expect(parsed).toEqual(plain);
  });

  test("have devices, and capabilities more or less than others", async () => {
    const device = { outside: "/dev/null", inside: "/dev/other", access: "r" };
    await create({ name: "able", devices: [device], cap_add: ["NET_ADMIN"], cap_drop: ["CHOWN", "NET_RAW"] }, "root");
    expect(await getContainerSpec({ id: "able" }, await daemon.as("root"))).toMatchObject({
      devices: [device],
      cap_add: ["NET_ADMIN"],
      cap_drop: ["CHOWN", "NET_RAW"],
    });
    expect(await inspect("able", ".HostConfig.Devices")).toMatchObject([{ PathOnHost: "/dev/null" }]);
    // Whoever does not see them does not take them away, nor keeps them.
    expect(await keyOf(recreate("able", {}))).toBe("docker/others-container");
    await daemon.docker("kill", "able");
    await recreate("able", { devices: [], cap_drop: ["ALL"] }, "root");
    expect(await inspect("able", ".HostConfig.CapDrop")).toEqual(["ALL"]);
    expect(await keyOf(create({ name: "less", cap_add: ["CHOWN"], cap_drop: ["ALL"] }))).toBe("done");
    await daemon.docker("rm", "-f", "able", "less");
  });

  test("are made anew with changes, and all else as it was", async () => {
    await daemon.docker("network", "create", "--label", miasLabel, "inner");
    await daemon.run(
      "app",
      "--label",
      miasLabel,
      "--cap-drop",
      "NET_RAW",
      "--hostname",
      "fixed",
      "-v",
      "/scratch",
      "-e",
      "KEEP=1",
      "--network",
      "inner",
      "--network-alias",
      "web",
    );
    const scratch = await inspect("app", "(index .Mounts 0).Name");
    const spec = await getContainerSpec({ id: "app" }, await daemon.as("root"));
    expect(spec.network).toBe("inner");
    const before = await inspect("app", ".Id");
    const { id } = await recreateContainer(
      { id: "app", memory: 32 * 1024 * 1024, labels: { "users.new": "1" } },
      await daemon.as("mia"),
    );
    expect(id).not.toBe(before);
    expect(await inspect("app", ".Config")).toMatchObject({
      Hostname: "fixed",
      Env: expect.arrayContaining(["KEEP=1"]),
      Labels: { "users.new": "1", [creatorLabel]: "mia" },
    });
    expect(await inspect("app", ".HostConfig")).toMatchObject({
      Memory: 32 * 1024 * 1024,
      CapDrop: expect.arrayContaining([expect.stringContaining("NET_RAW")]),
    });
    expect(await inspect("app", "(index .Mounts 0).Name")).toBe(scratch);
    expect(await inspect("app", ".NetworkSettings.Networks.inner.Aliases")).toContain("web");
    expect(await names()).toEqual(["app", "made", "plain"]);
    await daemon.docker("rm", "-f", "app");
  });

  test("an environment that nobody sees is not told by another command, and its container is not replaced", async () => {
    const outside = path.join(daemon.base, "outside");
    const options = ["--network", "none", "-e", "SECRET=of-others", "-v", `${outside}:/x:ro`];
    await daemon.run("secretive", "--label", miasLabel, ...options);
    const before = await inspect("secretive", ".Id");
    const { environment: _, ...rest } = {
      ...plain,
      name: "secretive",
      command: ["/bin/sh", "-c", "echo $SECRET; sleep 1000"],
    };
    const without = async (userId: "mia" | "root", more: Partial<ContainerSpec> = {}) =>
      keyOf(recreateContainer({ ...rest, ...more, mounts: [], id: "secretive" }, await daemon.as(userId)));
    expect(await without("mia")).toBe("docker/root-settings");
    expect(await inspect("secretive", ".Id")).toBe(before);
    expect(await without("mia", { environment: [] })).toBe("done");
    expect(JSON.stringify(await inspect("secretive", ".Config.Env"))).not.toContain("SECRET");
    await daemon.docker("rm", "-f", "secretive");
  });

  test("the old one comes back where the new one does not run", async () => {
    await daemon.run("app", "--network", "none", "--label", miasLabel);
    const before = await inspect("app", ".Id");
    expect(await keyOf(recreate("app", { command: ["/bin/sh", "-c", "exit 3"], restart: "no" }))).toBe(
      "docker/ended-at-once",
    );
    expect(await keyOf(recreate("app", { command: ["/bin/nothing"] }))).not.toBe("done");
    expect(await keyOf(recreate("app", { image: "nothing:1" }))).toBe("docker/no-image");
    expect(await inspect("app", ".Id")).toBe(before);
    await vi.waitFor(async () => expect(await inspect("app", ".State.Running")).toBe(true));
    expect(await names()).toEqual(["app", "made", "plain"]);
    const strong = ["--name", "strong", "--label", miasLabel, "--network", "none", "--cap-add", "SYS_ADMIN"];
    await daemon.docker("create", ...strong, "box", "/bin/sleep", "1");
    expect(await keyOf(recreate("strong", {}))).toBe("docker/root-settings");
    expect(await keyOf(recreate("strong", {}, "root"))).toBe("done");
    await daemon.docker("rm", "-f", "app", "strong");
  });

  test("limits and policy change while they run", async () => {
    const limit = async (memory: number | null) =>
      limitContainer({ id: "made", memory, cpus: 1, restart: "on-failure" }, await daemon.as("mia"));
    await limit(48 * 1024 * 1024);
    expect(await inspect("made", ".HostConfig")).toMatchObject({
      Memory: 48 * 1024 * 1024,
      NanoCpus: 1e9,
      RestartPolicy: { Name: "on-failure" },
    });
    expect(await inspect("made", ".State.Running")).toBe(true);
    expect(await keyOf(limit(null))).toBe("docker/limit-stays");
  });

  test("what nobody has changed stays: swap beside the memory, and how often it is tried again", async () => {
    const mib = 1024 * 1024;
    const memory = ["--label", miasLabel, "--network", "none", "--memory", "64m", "--memory-swap", "96m"];
    await daemon.docker("create", "--name", "own", ...memory, "--restart", "on-failure:3", "box", "/bin/sleep", "1000");
    const kept = { MemorySwap: 72 * mib, RestartPolicy: { Name: "on-failure", MaximumRetryCount: 3 } };
    const limits = { memory: 40 * mib, cpus: null, restart: "on-failure" } as const;
    await limitContainer({ id: "own", ...limits }, await daemon.as("mia"));
    expect(await inspect("own", ".HostConfig")).toMatchObject({ Memory: 40 * mib, ...kept });
    expect(await keyOf(recreate("own", limits))).toBe("done");
    expect(await inspect("own", ".HostConfig")).toMatchObject({ Memory: 40 * mib, ...kept });
    await daemon.docker("rm", "-f", "own");
  });
});
