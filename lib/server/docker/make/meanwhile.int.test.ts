import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { changeContainer, removeContainer, renameContainer } from "@/lib/server/docker/change-container";
import {
  containersProblem,
  keyOf,
  plainSpec,
  startContainers,
  type Containers,
} from "@/lib/server/docker/containers-fixture";
import { undoTries } from "@/lib/server/docker/undo-tries-fixture";
import { connectContainer, createNetwork, removeNetwork } from "@/lib/server/network/change-networks";
import { getApp } from "@/lib/server/runtime/app";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import { openDoor, type Door } from "@/lib/server/process/docker-door-fixture";
import { createContainer, recreateContainer } from "./make-container";

const wait = { interval: 20 };

describe.skipIf(containersProblem() !== null)("what others do while a container stops, or is stopped", () => {
  let daemon: Containers;
  undoTries(() => daemon);
  let door: Door;
  beforeAll(async () => {
    daemon = await startContainers();
    startAppOf({ ...getApp(), storageFor: () => daemon.storage });
    door = await openDoor(daemon.socket);
    const made = await daemon.docker("create", "--stop-signal", "KILL", "box", "/x");
    await daemon.docker("commit", made, "ends");
    await daemon.docker("rm", made);
    await daemon.permit("mia", ["docker_view", "docker_container_update", "docker_network_update"]);
  });
  afterAll(async () => {
    await door.close();
    await daemon.close();
  });

  const create = async (name: string, change: object = {}) =>
    createContainer({ ...plainSpec, name, ...change }, await daemon.as("mia"));
  const inspect = async (name: string, what: string) =>
    JSON.parse(await daemon.docker("inspect", "-f", `{{json ${what}}}`, name)) as unknown; // any as it comes
  /** Ends as soon as it is stopped: for how long it is stopping the door decides. */
  const createEnding = (name: string) => create(name, { image: "ends" });
  /** Gives the id of the new one, which is there already, and waits. */
  const isStopping = (name: string) =>
    vi.waitFor(async () => {
      const made = await daemon.docker("ps", "-aq", "--no-trunc", "--filter", `name=${name}.new-`);
      expect(made).not.toBe("");
      return made;
    }, wait);
  const networkOptions = { internal: true, subnet: "", gateway: "", ip_range: "" };

  test("it is in the networks that it was put into, and not in those that have their names by now", async () => {
    const mia = await daemon.as("mia");
    await create("joins");
    await create("stays", { network: "bridge" });
    const joinShop = async (id: string) => {
      const network = await createNetwork({ name: "shop_default", ...networkOptions }, mia);
      await connectContainer({ id: network.id, container: id, ipv4: "" }, mia);
      return network.id;
    };
    const takeName = () => daemon.docker("network", "create", "--internal", "shop_default");
    // Put there while it does not run.
    await daemon.docker("stop", "stays");
    const first = await joinShop("stays");
    await removeNetwork({ id: first }, mia);
    await takeName();
    expect(await keyOf(changeContainer({ id: "stays", action: "start" }, mia))).toBe("docker/no-network");
    expect(await inspect("shop_default", ".Containers")).toEqual({});
    await daemon.docker("network", "rm", "shop_default");
    await daemon.docker("rm", "-f", "stays");
    // Made anew while it does not run.
    await create("again", { network: "bridge" });
    const second = await joinShop("again");
    await daemon.docker("stop", "again");
    await recreateContainer({ id: "again", labels: { "users.a": "b" } }, mia);
    await removeNetwork({ id: second }, mia);
    await takeName();
    expect(await keyOf(changeContainer({ id: "again", action: "start" }, mia))).toBe("docker/no-network");
    expect(await inspect("shop_default", ".Containers")).toEqual({});
    await daemon.docker("rm", "-f", "again", "joins");
    // By its name alone, as other programs do it.
    await create("by-name", { network: "bridge" });
    await daemon.docker("stop", "by-name");
    await daemon.docker("network", "connect", "shop_default", "by-name");
    expect(await keyOf(changeContainer({ id: "by-name", action: "start" }, mia))).toBe("docker/others-network");
    await daemon.docker("rm", "-f", "by-name");
    await daemon.docker("network", "rm", "shop_default");
  });

  test("a volume that is somebody else's by then is not had", async () => {
    await createEnding("taker");
    const mounts = [{ kind: "volume" as const, source: "late", destination: "/v", is_writable: true }];
    const creating = door.hold(/POST \/containers\/create/);
    const made = keyOf(recreateContainer({ id: "taker", mounts }, await daemon.as("mia")));
    await creating.reached;
    await daemon.docker("volume", "create", "late");
    creating.release();
    expect(await made).toBe("docker/others-volume");
    expect([await inspect("taker", ".State.Running"), await inspect("taker", ".Mounts")]).toEqual([true, []]);
    expect(await daemon.docker("ps", "-aq", "--filter", "volume=late")).toBe("");
    await daemon.docker("rm", "-f", "taker");
    await daemon.docker("volume", "rm", "late");
    // What has one from before is asked about it, too.
    await daemon.docker("volume", "create", "of-others");
    const had = ["--network", "none", "--label", "filedeck.created-by=mia", "-v", "of-others:/v"];
    await daemon.run("had", ...had);
    expect(await keyOf(recreateContainer({ id: "had", labels: { "users.a": "b" } }, await daemon.as("mia")))).toBe(
      "docker/others-volume",
    );
    await daemon.docker("rm", "-f", "had");
  });

  test("its name is nobody else's, and it runs again where it could not be had back", async () => {
    const mia = await daemon.as("mia");
    await createEnding("shop");
    await create("other");
    const stopping = door.hold(/POST \/containers\/[0-9a-f]+\/stop/);
    const made = keyOf(recreateContainer({ id: "shop", environment: ["A=1"] }, mia));
    await stopping.reached;
    const fresh = await isStopping("shop");
    for (const taken of [
      () => create("shop"),
      () => renameContainer({ id: "other", name: "shop" }, mia),
      () => recreateContainer({ id: "other", name: "shop" }, mia),
    ])
      expect(await keyOf(taken())).toBe("docker/being-recreated");
    // Nor is anything done with the old one, or the new one, by anybody.
    for (const id of ["shop", fresh])
      for (const action of ["start", "restart", "kill"] as const)
        expect(await keyOf(changeContainer({ id, action }, await daemon.as("root")))).toBe("docker/being-recreated");
    stopping.release();
    expect(await made).toBe("done");
    expect(await daemon.docker("ps", "-aq", "--filter", "name=shop\\.")).toBe("");
    expect(await inspect("shop", ".Id")).toBe(fresh);
    // Another program has taken it.
    const renaming = door.hold(/rename\?name=shop$/);
    const again = keyOf(recreateContainer({ id: "shop", environment: ["A=2"] }, mia));
    await renaming.reached;
    await daemon.run("shop", "--network", "none");
    renaming.release();
    expect(await again).toBe("docker/conflict");
    const aside = await daemon.docker("ps", "--filter", "name=shop.old-", "--format", "{{.Names}}");
    expect(aside).toMatch(/^shop\.old-/);
    const remove = (id: string) => keyOf(removeContainer({ id, force: true, volumes: false }, mia));
    expect(await remove("other")).toBe("done");
    // It is held until it runs again, which may take a second try.
    await vi.waitFor(async () => expect(await remove(aside)).toBe("done"));
    await daemon.docker("rm", "-f", "shop");
  });

  test("what was admitted before does nothing any more, and what is being done is waited for", async () => {
    const root = await daemon.as("root");
    await createEnding("late");
    // Admitted, and on its way to the daemon while somebody else begins.
    const judging = door.hold(/GET \/info/);
    const started = keyOf(changeContainer({ id: "late", action: "restart" }, await daemon.as("mia")));
    await judging.reached;
    const stopping = door.hold(/POST \/containers\/[0-9a-f]+\/stop/);
    const made = keyOf(recreateContainer({ id: "late", environment: ["A=1"] }, root));
    await stopping.reached;
    judging.release();
    expect(await started).toBe("docker/being-recreated");
    // A second one of the same.
    expect(await keyOf(recreateContainer({ id: "late", environment: ["A=2"] }, root))).toBe("docker/being-recreated");
    stopping.release();
    expect(await made).toBe("done");
    expect(await inspect("late", ".State.Running")).toBe(true);
    // A restart is over first: it would be taken for stopped in the middle of it.
    const restarting = door.hold(/POST \/containers\/[0-9a-f]+\/restart/);
    const restarted = keyOf(changeContainer({ id: "late", action: "restart" }, root));
    await restarting.reached;
    const again = keyOf(recreateContainer({ id: "late", environment: ["A=2"] }, root));
    await new Promise((resolve) => setTimeout(resolve, 1_000)); // nothing happens
    expect(await daemon.docker("ps", "-aq", "--filter", "name=late.new-")).toBe("");
    restarting.release();
    expect(await Promise.all([restarted, again])).toEqual(["done", "done"]);
    expect([await inspect("late", ".State.Running"), await inspect("late", ".Config.Env")]).toEqual([
      true,
      expect.arrayContaining(["A=2"]),
    ]);
    await daemon.docker("rm", "-f", "late");
  });
});
