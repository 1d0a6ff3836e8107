import { networkInterfaces } from "node:os";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { NetworkRow } from "@/lib/contracts/network";
import { applyLive } from "@/lib/shared/live-rows";
import { isAppError } from "@/lib/shared/errors";
import { ip, makeLink } from "@/lib/server/process/link-fixture";
import { freeSubnet } from "@/lib/server/process/reserve-fixture";
import { runBriefly } from "@/lib/server/process/run-briefly";
import {
  containersProblem,
  keyOf,
  miasLabel,
  startContainers,
  type Containers,
} from "@/lib/server/docker/containers-fixture";
import { undoTries } from "@/lib/server/docker/undo-tries-fixture";
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
import { listNetworks } from "./list-networks";
import { parseResolver } from "./used-ranges";

const problem = containersProblem();
const usual = { internal: false, subnet: "", gateway: "", ip_range: "" };

describe.skipIf(problem !== null)("networks", () => {
  let daemon: Containers;
  undoTries(() => daemon);
  beforeAll(async () => {
    daemon = await startContainers();
    await daemon.permit("mia", ["docker_view", "docker_network_update"]);
    await daemon.docker("rm", "-f", "plain");
    await daemon.run("plain", "--label", miasLabel);
  });
  afterAll(async () => {
    // Its bridges outlive the daemon.
    await daemon.docker("rm", "-f", "plain").catch(() => "");
    for (const id of (await daemon.docker("network", "ls", "-q", "--filter", "type=custom")).split("\n"))
      await daemon.docker("network", "rm", id).catch(() => "");
    await daemon.close();
  });

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
    const { prefix } = await freeSubnet();
    const [subnet, gateway, ipv4] = [`${prefix}.0/24`, `${prefix}.9`, `${prefix}.20`];
    const { id } = await make("back", { internal: true, subnet, gateway }, "root");
    await vi.waitFor(() =>
      expect(rows.get(id)).toMatchObject({
        name: "back",
        subnets: [subnet],
        is_internal: true,
        used_by: 0,
        may_change: false,
      }),
    );
    expect(
      [...rows.values()]
        .filter(({ is_own }) => is_own)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(["bridge", "host", "none"]);

    // What others have in a network counts on who is in it.
    const hers = { id, container: "plain" };
    expect(await keyOf(connectContainer({ ...hers, ipv4: "" }, await daemon.as("mia")))).toBe("network/others");
    await connectContainer({ ...hers, ipv4 }, await daemon.as("root"));
    await vi.waitFor(() => expect(rows.get(id)?.used_by).toBe(1));
    expect(await getNetwork({ id }, await daemon.as("mia"))).toMatchObject({
      ranges: [{ subnet, gateway }],
      containers: [{ name: "plain", state: "running", ipv4 }],
    });
    expect(await keyOf(removeNetwork({ id }, await daemon.as("mia")))).toBe("network/others");
    expect(await keyOf(removeNetwork({ id }, await daemon.as("root")))).toMatch(
      /^docker\/(?:conflict|refused|failed)$/,
    );
    await disconnectContainer({ ...hers, force: false }, await daemon.as("mia"));
    await vi.waitFor(() => expect(rows.get(id)?.used_by).toBe(0));
    await removeNetwork({ id }, await daemon.as("root"));
    await vi.waitFor(() => expect(rows.get(id)).toBeUndefined());
    stop.abort();
  });

  test("pruning deletes what was shown, and no network that has got a container since, nor Docker's own", async () => {
    const [one, two] = [await make("one"), await make("two")];
    const other = await make("of-others", {}, "root");
    const listed = (await listNetworks({}, await daemon.as("mia"))).networks;
    const hers = listed.filter(({ may_change: mayChange }) => mayChange);
    expect(hers.map(({ name }) => name).toSorted()).toEqual(["one", "two"]);
    const shown = (await listUnusedNetworks({}, await daemon.as("mia"))).networks;
    expect(shown.map(({ name }) => name).toSorted()).toEqual(["one", "two"]);
    await connectContainer({ id: two.id, container: "plain", ipv4: "" }, await daemon.as("mia"));
    const outcome = await pruneNetworks({ ids: [one.id, two.id, other.id, "bridge"] }, await daemon.as("mia"));
    expect(outcome).toEqual({ removed: ["one"], kept: [two.id, other.id, "bridge"] });
    await disconnectContainer({ id: two.id, container: "plain", force: false }, await daemon.as("mia"));
  });

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
    const [{ prefix: main }, { prefix: other }, { prefix: third }] = [
      await freeSubnet(),
      await freeSubnet(),
      await freeSubnet(),
    ];
    const { name: wire, remove } = await makeLink("bridge");
    const taken = async (subnet: string) =>
      make("never", { subnet }, "root").then(
        () => "nothing",
        (error: unknown) => (isAppError(error) ? `${error.key} ${String(error.params["text"])}` : String(error)),
      );
    try {
      await ip("route", "add", `${main}.0/24`, "dev", wire);
      await ip("route", "add", `${other}.64/26`, "dev", wire, "table", "4321");
      for (const subnet of [`${main}.0/26`, `${main}.0/24`])
        expect([subnet, await taken(subnet)]).toEqual([subnet, `network/subnet-taken ${main}.0/24 (${wire})`]);
      expect(await taken(`${other}.0/24`)).toBe(`network/subnet-taken ${other}.64/26`);
      const { code } = await runBriefly("/sbin/ip", ["-6", "route", "add", "fd42:17::/48", "dev", wire]);
      const without6 = "network/subnet-taken fd42:17::/48";
      expect(code === 0 ? await taken("fd42:17:0:5::/64") : without6).toContain(without6);
    } finally {
      await remove();
    }
    expect(parseResolver("# nameserver 10.0.0.1\nnameserver 10.218.0.53\n")).toMatchObject([{ text: "10.218.0.53" }]);
    // Others go by as before.
    const { id } = await make("elsewhere", { subnet: `${third}.0/24`, gateway: `${third}.9` }, "root");
    await removeNetwork({ id }, await daemon.as("root"));
  });

  test("Docker's own are not deleted, and nobody gets onto the machine's", async () => {
    const mia = await daemon.as("mia");
    for (const id of ["bridge", "host", "none"]) expect(await keyOf(removeNetwork({ id }, mia))).toBe("network/own");
    expect(await keyOf(connectContainer({ id: "bridge", container: "plain", ipv4: "" }, mia))).toBe("network/others");
    for (const id of ["host", "none"])
      expect(await keyOf(connectContainer({ id, container: "plain", ipv4: "" }, mia))).toBe("network/own");
    expect(await keyOf(removeNetwork({ id: "nowhere" }, mia))).toBe("docker/no-network");
  });

  test("containers of others are not connected, and nobody has the name of another one's usual network", async () => {
    const mia = await daemon.as("mia");
    await daemon.run("of-root");
    const { id } = await make("hers");
    expect(await keyOf(connectContainer({ id, container: "of-root", ipv4: "" }, mia))).toBe("docker/others-container");
    expect(await keyOf(disconnectContainer({ id: "bridge", container: "of-root", force: true }, mia))).toBe(
      "docker/others-container",
    );
    expect(await keyOf(make("users-tom"))).toBe("auth/root-only");
    for (let count = 0; count < 20; count++) await make(`more-${count}`).catch(() => null);
    expect(await keyOf(make("one-more"))).toBe("network/too-many");
    const { networks } = await listUnusedNetworks({}, mia);
    await pruneNetworks({ ids: networks.map((one) => one.id) }, mia);
    await daemon.docker("rm", "-f", "of-root");
  });
});
