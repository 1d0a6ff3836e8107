import { networkInterfaces } from "node:os";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { NetworkRow } from "@/lib/contracts/network";
import { applyLive } from "@/lib/shared/live-rows";
import { isAppError } from "@/lib/shared/errors";
import { runBriefly } from "@/lib/server/process/run-briefly";
import { containersProblem, keyOf, startContainers, type Containers } from "@/lib/server/docker/containers-fixture";
import {
  connectContainer,
  createNetwork,
  disconnectContainer,
  listUnusedNetworks,
  pruneNetworks,
  removeNetwork,
} from "./change-networks";
import { followNetworks } from "./follow-networks";
import { getNetwork } from "./get-network";
import { parseResolver } from "./used-ranges";

const problem = containersProblem();
const usual = { internal: false, subnet: "", gateway: "", ip_range: "" };

describe.skipIf(problem !== null)("networks", () => {
  let daemon: Containers;
  beforeAll(async () => {
    daemon = await startContainers();
    await daemon.permit("mia", ["docker_view", "docker_network_update"]);
  }, 60_000);
  afterAll(async () => {
    // Its bridges outlive the daemon.
    await daemon.docker("rm", "-f", "plain").catch(() => "");
    for (const id of (await daemon.docker("network", "ls", "-q", "--filter", "type=custom")).split("\n"))
      await daemon.docker("network", "rm", id).catch(() => "");
    await daemon.close();
  }, 60_000);

  const make = async (name: string, range: Partial<typeof usual> = {}, userId: "mia" | "root" = "mia") =>
    createNetwork({ name, ...usual, ...range }, await daemon.as(userId));

  test("the list tells of what there is at once, and of who is on it", async () => {
    const stop = new AbortController();
    let rows: ReadonlyMap<string, NetworkRow> = new Map();
    void followNetworks(
      {},
      { ...(await daemon.as("mia")), signal: stop.signal },
      {
        send: async (message) => void (rows = applyLive(rows, message)),
        received: (async function* () {})(),
      },
    );
    const { id } = await make("back", { internal: true, subnet: "10.214.7.0/24", gateway: "10.214.7.9" }, "root");
    await vi.waitFor(
      () =>
        expect(rows.get(id)).toMatchObject({ name: "back", subnets: ["10.214.7.0/24"], is_internal: true, used_by: 0 }),
      { timeout: 5_000 },
    );
    expect(
      [...rows.values()]
        .filter(({ is_own }) => is_own)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(["bridge", "host", "none"]);

    await connectContainer({ id, container: "plain", ipv4: "10.214.7.20" }, await daemon.as("mia"));
    await vi.waitFor(() => expect(rows.get(id)?.used_by).toBe(1), { timeout: 5_000 });
    expect(await getNetwork({ id }, await daemon.as("mia"))).toMatchObject({
      ranges: [{ subnet: "10.214.7.0/24", gateway: "10.214.7.9" }],
      containers: [{ name: "plain", state: "running", ipv4: "10.214.7.20" }],
    });
    expect(await keyOf(removeNetwork({ id }, await daemon.as("mia")))).toMatch(/^docker\/(?:conflict|refused|failed)$/);
    await disconnectContainer({ id, container: "plain", force: false }, await daemon.as("mia"));
    await vi.waitFor(() => expect(rows.get(id)?.used_by).toBe(0), { timeout: 5_000 });
    await removeNetwork({ id }, await daemon.as("mia"));
    await vi.waitFor(() => expect(rows.get(id)).toBeUndefined(), { timeout: 5_000 });
    stop.abort();
  }, 40_000);

  test("pruning deletes what was shown, and no network that has got a container since, nor Docker's own", async () => {
    const [one, two] = [await make("one"), await make("two")];
    const shown = (await listUnusedNetworks({}, await daemon.as("mia"))).networks;
    expect(shown.map(({ name }) => name).toSorted()).toEqual(["one", "two"]);
    await connectContainer({ id: two.id, container: "plain", ipv4: "" }, await daemon.as("mia"));
    const outcome = await pruneNetworks({ ids: [one.id, two.id, "bridge"] }, await daemon.as("mia"));
    expect(outcome).toEqual({ removed: ["one"], kept: [two.id, "bridge"] });
    await disconnectContainer({ id: two.id, container: "plain", force: false }, await daemon.as("mia"));
  }, 40_000);

  test("subnets are checked before anything is made of them", async () => {
    const taken = Object.values(networkInterfaces())
      .flat()
      .find((one) => one?.family === "IPv4" && !one.internal)?.cidr;
    const refused: [Partial<typeof usual>, string][] = [
      [{ subnet: "10.1.2.3/24" }, "network/subnet"],
      [{ subnet: "10.0.0.0/4" }, "network/subnet"],
      [{ subnet: "10.1.2.0/31" }, "network/subnet"],
      [{ subnet: "words" }, "network/subnet"],
      [{ gateway: "10.1.2.1" }, "network/subnet"],
      [{ subnet: "10.215.0.0/24", gateway: "10.216.0.1" }, "network/subnet"],
      [{ subnet: "10.215.0.0/24", ip_range: "10.215.0.0/16" }, "network/subnet"],
      [{ subnet: "127.0.0.0/8" }, "network/subnet-taken"],
      ...(taken === undefined || taken === null
        ? []
        : [
            [{ subnet: `${taken.split("/")[0] ?? ""}/32`.replace(/\.\d+\/32$/, ".0/24") }, "network/subnet-taken"] as [
              Partial<typeof usual>,
              string,
            ],
          ]),
    ];
    for (const [range, key] of refused)
      expect([range, await keyOf(make("never", range, "root"))]).toEqual([range, key]);
    for (const range of [{ subnet: "10.215.0.0/24" }, { gateway: "10.215.0.1" }, { ip_range: "10.215.0.0/25" }])
      expect([range, await keyOf(make("never", range))]).toEqual([range, "auth/root-only"]);
    expect(await daemon.docker("network", "ls", "--format", "{{.Name}}")).not.toContain("never");
  });

  test("what this machine has a route to, in any table, or asks is not taken from it", async () => {
    const wire = "fdroutes0";
    const ip = async (...args: string[]) => expect((await runBriefly("/sbin/ip", args)).code).toBe(0);
    const taken = async (subnet: string) =>
      make("never", { subnet }, "root").then(
        () => "nothing",
        (error: unknown) => (isAppError(error) ? `${error.key} ${String(error.params["text"])}` : String(error)),
      );
    await ip("link", "add", wire, "type", "bridge");
    try {
      await ip("link", "set", wire, "up");
      await ip("route", "add", "10.216.0.0/16", "dev", wire);
      await ip("route", "add", "10.217.5.0/24", "dev", wire, "table", "4321");
      for (const subnet of ["10.216.0.0/24", "10.216.0.0/16", "10.216.0.0/15"])
        expect([subnet, await taken(subnet)]).toEqual([subnet, `network/subnet-taken 10.216.0.0/16 (${wire})`]);
      expect(await taken("10.217.0.0/16")).toBe("network/subnet-taken 10.217.5.0/24");
      const { code } = await runBriefly("/sbin/ip", ["-6", "route", "add", "fd42:17::/48", "dev", wire]);
      const without6 = "network/subnet-taken fd42:17::/48";
      expect(code === 0 ? await taken("fd42:17:0:5::/64") : without6).toContain(without6);
    } finally {
      await ip("link", "del", wire);
    }
    expect(parseResolver("# nameserver 10.0.0.1\nnameserver 10.218.0.53\n")).toMatchObject([{ text: "10.218.0.53" }]);
    // Others go by as before.
    const { id } = await make("elsewhere", { subnet: "10.219.3.0/24", gateway: "10.219.3.9" }, "root");
    await removeNetwork({ id }, await daemon.as("mia"));
  }, 30_000);

  test("Docker's own are not deleted, and nobody gets onto the machine's", async () => {
    const mia = await daemon.as("mia");
    for (const id of ["bridge", "host", "none"]) expect(await keyOf(removeNetwork({ id }, mia))).toBe("network/own");
    // What is on the machine's wires has an address there.
    const wire = await daemon.docker(
      "network",
      "inspect",
      "-f",
      '{{index .Options "com.docker.network.bridge.name"}}',
      "bridge",
    );
    await daemon.docker("network", "create", "-d", "macvlan", "-o", `parent=${wire}`, "wires");
    expect(await keyOf(connectContainer({ id: "wires", container: "plain", ipv4: "" }, mia))).toBe("auth/root-only");
    await daemon.docker("network", "rm", "wires");
    for (const id of ["host", "none"])
      expect(await keyOf(connectContainer({ id, container: "plain", ipv4: "" }, mia))).toBe("network/own");
    expect(await keyOf(removeNetwork({ id: "nowhere" }, mia))).toBe("docker/not-found");
  });

  test("a network of a bridge that has wires is for administrators, whatever it is called", async () => {
    const ip = async (...args: string[]) => expect((await runBriefly("/sbin/ip", args)).code).toBe(0);
    await ip("link", "add", "fdwires0", "type", "bridge");
    try {
      const options = ["-o", "com.docker.network.bridge.name=fdwires0", "--subnet", "10.218.0.0/24"];
      const id = await daemon.docker("network", "create", ...options, "wires");
      const connect = async () => keyOf(connectContainer({ id, container: "plain", ipv4: "" }, await daemon.as("mia")));
      expect(await connect()).toBe("done");
      await daemon.docker("network", "disconnect", "-f", "wires", "plain");
      await ip("tuntap", "add", "fdtap0", "mode", "tap");
      await ip("link", "set", "fdtap0", "master", "fdwires0");
      expect(await connect()).toBe("auth/root-only");
    } finally {
      await runBriefly("/sbin/ip", ["link", "del", "fdtap0"]);
      await daemon.docker("network", "rm", "wires").catch(() => "");
      await runBriefly("/sbin/ip", ["link", "del", "fdwires0"]);
    }
  }, 30_000);
});
