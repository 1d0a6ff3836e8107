import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dockerContract } from "@/lib/contracts/docker";
import {
  containersProblem,
  keyOf,
  miasLabel,
  startContainers,
  type Containers,
} from "@/lib/server/docker/containers-fixture";
import { undoTries } from "@/lib/server/docker/undo-tries-fixture";
import { freePort, freeSubnet } from "@/lib/server/process/reserve-fixture";
import { getContainerSpec, recreateContainer } from "./make-container";

type Asked = Omit<Parameters<typeof recreateContainer>[0], "id">;
type Inspected = Record<"Config" | "HostConfig", Record<string, unknown>> & {
  Image: string;
  Id: string;
  Mounts: { Destination: string }[];
  NetworkSettings: { Networks: Record<string, Record<string, unknown>> };
};

/** What a container was given, of all that its inspection says. */
function givenOf({ Config, HostConfig, Image, Mounts, NetworkSettings }: Inspected) {
  const { Hostname: _, ...config } = Config;
  // The daemon says nothing of what is empty in either of two words.
  const some = (value: unknown) => (Object.keys(value ?? {}).length === 0 ? null : value);
  const networks = Object.entries(NetworkSettings.Networks).map(
    ([name, { IPAMConfig, Links, Aliases, DriverOpts }]) => {
      // And puts a part of the id among the names.
      const aliases = ((Aliases ?? []) as string[]).filter((one) => !/^[0-9a-f]{12}$/.test(one));
      return [name, { addresses: some(IPAMConfig), links: some(Links), options: some(DriverOpts), aliases }] as const;
    },
  );
  return {
    Config: config,
    HostConfig,
    Image,
    Mounts: Mounts.toSorted((a, b) => a.Destination.localeCompare(b.Destination)),
    networks: networks.toSorted(([a], [b]) => a.localeCompare(b)),
  };
}

describe.skipIf(containersProblem() !== null)("containers that are made anew", () => {
  let daemon: Containers;
  undoTries(() => daemon);
  let prefix: string;
  beforeAll(async () => {
    daemon = await startContainers();
    ({ prefix } = await freeSubnet());
    await daemon.docker("network", "create", "--subnet", `${prefix}.0/24`, "inner");
    await daemon.docker("network", "create", "other");
  });
  afterAll(() => daemon.close());

  const inspect = async (name: string) => (JSON.parse(await daemon.docker("inspect", name)) as [Inspected])[0];
  const recreate = async (id: string, asked: Asked, userId: "mia" | "root" = "root") =>
    recreateContainer({ id, ...asked }, await daemon.as(userId));
  /** As the API answers: a service's answer that its contract refuses would be an error of the server's. */
  const specOf = async (id: string) =>
    dockerContract.getContainerSpec.output.parse(await getContainerSpec({ id }, await daemon.as("root")));
  /** Without a start: few kernels that tests run on have sctp. */
  const create = (name: string, options: string[]) =>
    daemon.docker("create", "--name", name, ...options, "box", "/bin/sleep", "1000");
  const run = (name: string, options: string[], command = ["box", "/bin/sleep", "1000"]) =>
    daemon.docker("run", "-d", "--stop-signal", "KILL", "--name", name, ...options, ...command);

  test("keep everything that nobody changed, in the daemon's own words", async () => {
    const port = await freePort({ run: 13 });
    await run("source", ["-v", "/from", "-v", `${daemon.base}:/from-host:ro`]);
    await create(
      "rich",
      [
        ["--network", "inner", "--ip", `${prefix}.9`, "--network-alias", "web"],
        [
          "-p",
          `127.0.0.1:${port}:80`,
          "-p",
          `${port + 1}:80`,
          "-p",
          `${port + 2}-${port + 12}:81`,
          "-p",
          `${port + 3}:82/sctp`,
          "-p",
          "53/udp",
          "-P",
        ],
        ["--expose", "9000", "--hostname", "fixed", "--domainname", "example.org", "--add-host", "db:10.0.0.1"],
        ["--dns", "10.0.0.2", "--dns-search", "example.org", "--dns-option", "ndots:2"],
        [
          "-v",
          "/scratch",
          "-v",
          "kept:/kept:ro,nocopy",
          "-v",
          `${daemon.base}:/host:ro,rslave`,
          "--volumes-from",
          "source",
        ],
        ["--mount", "type=volume,source=labelled,target=/labelled,volume-label=a=b,volume-nocopy"],
        ["--mount", `type=bind,source=${daemon.base},target=/bound,bind-propagation=rprivate,readonly`],
        ["--mount", "type=tmpfs,target=/small,tmpfs-size=65536,tmpfs-mode=700", "--tmpfs", "/quick:size=64k"],
        ["--sysctl", "net.ipv4.ip_unprivileged_port_start=0", "--ulimit", "nofile=512:1024", "--shm-size", "8m"],
        ["--cap-add", "NET_ADMIN", "--cap-drop", "MKNOD", "--device", "/dev/null:/dev/other:r", "--group-add", "7"],
        ["--security-opt", "no-new-privileges", "--init=false", "--oom-score-adj", "100", "--pids-limit", "50"],
        ["--log-driver", "json-file", "--log-opt", "max-size=1m", "--memory", "100000000", "--cpu-period", "50000"],
        ["--cpu-quota", "25000", "--restart", "on-failure:3", "--stop-timeout", "1", "--ipc", "shareable"],
        ["--health-cmd", "true", "--health-interval", "90s", "--user", "0:0", "--workdir", "/tmp", "-t", "-i"],
        ["--label", "a=b", "-e", "KEEP=a\nb", "--read-only", "--userns", "host"],
      ].flat(),
    );
    await daemon.docker("network", "connect", "--alias", "second", "other", "rich");
    const before = await inspect("rich");
    expect(await specOf("rich")).toMatchObject({ cpus: 0.5, memory: 100_000_000 });
    const { id } = await recreate("rich", {});
    const same = await inspect("rich");
    expect(id).not.toBe(before.Id);
    const scratch = expect.objectContaining({ Type: "volume", Target: "/scratch" }) as unknown;
    const more = (given: ReturnType<typeof givenOf>, mounts: unknown) => ({
      ...given,
      // What had no name is asked for by the name that it got.
      HostConfig: { ...given.HostConfig, Mounts: mounts },
      Mounts: given.Mounts.map((one) => ({ ...one, Mode: expect.any(String) as string })),
    });
    expect(givenOf(same)).toEqual(
      more(givenOf(before), expect.arrayContaining([...(before.HostConfig["Mounts"] as unknown[]), scratch])),
    );
    // And with a change that alone is another.
    await recreate("rich", { environment: ["KEEP=a\nb", "NEW=1"] });
    const changed = await inspect("rich");
    expect(changed.Config["Env"]).toEqual(expect.arrayContaining(["KEEP=a\nb", "NEW=1"]));
    expect(changed.HostConfig).toEqual({ ...same.HostConfig, Mounts: expect.any(Array) as unknown });
    await daemon.docker("rm", "-f", "rich", "source");
  });

  test("in another container's network, with long labels and arguments", async () => {
    await run("joined", ["--network", "container:plain", "--label", `long=${"x".repeat(20_000)}`]);
    await run("wordy", [], ["box", "/bin/sh", "-c", `sleep 1000; : ${"y".repeat(60_000)}`]);
    const plain = await daemon.docker("inspect", "-f", "{{.Id}}", "plain");
    expect((await specOf("joined")).network).toBe(`container:${plain}`);
    expect((await specOf("wordy")).command[2]).toHaveLength(60_014);
    await recreate("joined", { environment: ["A=1"] });
    const joined = await inspect("joined");
    expect(joined.HostConfig["NetworkMode"]).toBe(`container:${plain}`);
    expect(joined.Config["Labels"]).toEqual({ long: "x".repeat(20_000) });
    await recreate("joined", { network: "bridge" });
    expect(Object.keys((await inspect("joined")).NetworkSettings.Networks)).toEqual(["bridge"]);
    await recreate("wordy", { labels: { a: "b" } });
    expect((await inspect("wordy")).Config["Cmd"]).toEqual(["/bin/sh", "-c", `sleep 1000; : ${"y".repeat(60_000)}`]);
    // In nobody else's network, for whoever is no administrator.
    await run("guest", ["--network", "container:plain", "--label", miasLabel]);
    expect(await keyOf(recreate("guest", {}, "mia"))).toBe("docker/root-settings");
    await daemon.docker("rm", "-f", "joined", "wordy", "guest");
  });

  test("get the very image that they have, or what its name means now", async () => {
    const build = async (value: string) => {
      const made = await daemon.docker("create", "box", "/bin/sleep", "1000");
      const changes = [
        `ENV FROM_IMAGE=${value}`,
        `LABEL version=${value}`,
        `CMD ["/bin/sleep", "10${value}"]`,
        "EXPOSE 70",
      ];
      const id = await daemon.docker("commit", ...changes.flatMap((change) => ["--change", change]), made, "app:1");
      await daemon.docker("rm", made);
      return id;
    };
    const first = await build("1");
    await run("moving", ["-e", "OWN=1"], ["app:1"]);
    const second = await build("2");
    expect(await specOf("moving")).toMatchObject({ own_image: { id: first }, named_image: { id: second } });
    // A changed variable is no reason to take another image.
    await recreate("moving", { environment: ["OWN=2"] });
    const same = await inspect("moving");
    expect(same).toMatchObject({ Image: first, Config: { Cmd: ["/bin/sleep", "101"], Labels: { version: "1" } } });
    expect(same.Config["Env"]).toEqual(expect.arrayContaining(["OWN=2", "FROM_IMAGE=1"]));
    await recreate("moving", { image: "app:1" });
    const newer = await inspect("moving");
    expect(newer).toMatchObject({
      Image: second,
      Config: { Image: "app:1", Cmd: ["/bin/sleep", "102"], Labels: { version: "2" } },
    });
    expect(newer.Config["Env"]).toEqual(expect.arrayContaining(["OWN=2", "FROM_IMAGE=2"]));
    // While the name means what it meant, it is kept.
    await recreate("moving", { labels: { mine: "1" } });
    expect(await inspect("moving")).toMatchObject({
      Image: second,
      Config: { Image: "app:1", Labels: { mine: "1", version: "2" } },
    });
    // Given on its own beside another entrypoint, the image's command is the container's.
    await run("entered", ["--entrypoint", "/bin/sh"], ["app:1", "/bin/sleep", "102"]).catch(() => "");
    await recreate("entered", { labels: {} }).catch(() => null);
    expect((await inspect("entered")).Config).toMatchObject({ Entrypoint: ["/bin/sh"], Cmd: ["/bin/sleep", "102"] });
    await daemon.docker("rm", "-f", "moving", "entered");
  });

  test("what changes of a list changes alone", async () => {
    const port = await freePort({ run: 12 });
    await create(
      "listed",
      [
        [
          "-v",
          `${daemon.base}:/host:ro,rslave`,
          "-v",
          "data:/data:nocopy",
          "-p",
          `${port}-${port + 9}:80`,
          "-p",
          `${port + 10}:71/sctp`,
        ],
        ["--tmpfs", "/quick", "--mount", "type=tmpfs,target=/small,tmpfs-size=65536"],
      ].flat(),
    );
    const { ports, mounts } = await specOf("listed");
    await recreate("listed", {
      ports: [...ports, { address: "", outside: port + 11, outside_last: null, inside: 72, protocol: "udp" }],
      mounts: [
        ...(mounts ?? []).map((mount) => ({ ...mount, is_writable: true })),
        { kind: "volume", source: "more", destination: "/more", is_writable: false },
      ],
    });
    const { HostConfig } = await inspect("listed");
    expect(HostConfig["PortBindings"]).toEqual({
      "80/tcp": [{ HostIp: "", HostPort: `${port}-${port + 9}` }],
      "71/sctp": [{ HostIp: "", HostPort: String(port + 10) }],
      "72/udp": [{ HostIp: "", HostPort: String(port + 11) }],
    });
    // Docker keeps no order of them.
    expect(HostConfig["Binds"]).toHaveLength(2);
    expect(HostConfig["Binds"]).toEqual(expect.arrayContaining([`${daemon.base}:/host:rslave`, "data:/data:nocopy"]));
    expect(HostConfig["Mounts"]).toMatchObject([
      { Type: "tmpfs", Target: "/small", TmpfsOptions: { SizeBytes: 65_536 } },
      { Type: "volume", Source: "more", Target: "/more", ReadOnly: true },
    ]);
    expect(HostConfig["Tmpfs"]).toEqual({ "/quick": "" });
    await recreate("listed", { mounts: [], ports: [] });
    expect((await inspect("listed")).Mounts.map(({ Destination }) => Destination)).toEqual(["/small"]);
    await daemon.docker("rm", "-f", "listed");
  });
});
