import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { connectContainer, disconnectContainer, removeNetwork } from "@/lib/server/network/change-networks";
import { standIn } from "@/lib/server/process/own-container-fixture";
import { changeContainer, removeContainer, renameContainer } from "./change-container";
import {
  type Containers,
  containersProblem,
  endTerminals,
  inAll,
  keyOf,
  miasLabel,
  startContainers,
} from "./containers-fixture";
import { undoTries } from "@/lib/server/docker/undo-tries-fixture";
import { limitContainer } from "./make/limit-container";
import { recreateContainer } from "./make/make-container";
import { getApp } from "@/lib/server/runtime/app";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import { openContainerTerminal } from "./open-container";

type UserId = "mia" | "root";

describe.skipIf(containersProblem() !== null)("the container that Filedeck runs in", () => {
  let daemon: Containers;
  undoTries(() => daemon);
  let network: string;
  beforeAll(async () => {
    daemon = await startContainers();
    startAppOf({ ...getApp(), storageFor: () => daemon.storage });
    await daemon.permit("mia", ["docker_view", "docker_container_update", "docker_network_update"], inAll);
    network = await daemon.docker("network", "create", "--label", miasLabel, "net");
    // Also where it says that she has created it.
    await daemon.run("filedeck", "--network", "net", "--label", miasLabel);
    await daemon.run("beside", "--network", "container:filedeck");
    await daemon.run("other", "--network", "net");
  });
  afterEach(endTerminals);
  afterAll(() => daemon.close());

  async function asIn<T>(name: string, work: () => Promise<T>): Promise<T> {
    const leave = standIn(await daemon.docker("inspect", "-f", "{{.HostnamePath}}", name));
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** All that would end it, change it, or cut it off, one after the other. */
  async function outcomes(id: string, userId: UserId): Promise<string[]> {
    const ctx = await daemon.as(userId);
    const acts = [
      ...(["pause", "unpause", "restart", "stop", "start", "kill", "start"] as const).map(
        (action) => () => changeContainer({ id, action }, ctx),
      ),
      () => renameContainer({ id, name: `${id}-2` }, ctx),
      () => renameContainer({ id: `${id}-2`, name: id }, ctx),
      () => limitContainer({ id, memory: 64 * 1024 * 1024 }, ctx),
      () => recreateContainer({ id, environment: ["A=1"] }, ctx),
      () => disconnectContainer({ id: network, container: id, force: true }, ctx),
      () => connectContainer({ id: network, container: id, ipv4: "" }, ctx),
      () => removeContainer({ id, force: true, volumes: false }, ctx),
    ];
    const found: string[] = [];
    for (const act of acts) found.push(await keyOf(act()));
    return found;
  }
  const refused = "auth/root-only";
  // What runs need not be told to, and the new name was never there.
  const allRefused = [refused, "docker/refused", refused, refused, "done", refused, "done"].concat(
    [refused, "docker/not-found", refused, refused, refused, refused, refused], // renamed, and what comes after that
  );

  test("is ended, changed, and cut off by administrators alone", async () => {
    await asIn("filedeck", async () => {
      expect(await outcomes("filedeck", "mia")).toEqual(allRefused);
      expect(await keyOf(removeNetwork({ id: network }, await daemon.as("mia")))).toBe(refused);
      expect(await keyOf(openContainerTerminal({ id: "filedeck", cols: 80, rows: 24 }, await daemon.as("mia")))).toBe(
        "docker/root-only",
      );
      // Filedeck may be the one that has another one's network.
      expect(await keyOf(changeContainer({ id: "beside", action: "stop" }, await daemon.as("mia")))).toBe(refused);
      expect(await keyOf(changeContainer({ id: "other", action: "restart" }, await daemon.as("mia")))).toBe("done");
    });
    expect(await keyOf(changeContainer({ id: "beside", action: "restart" }, await daemon.as("mia")))).toBe("done");
  });

  test("one that has the network which Filedeck has is not ended either", async () => {
    // The files of its own name are then the other one's.
    await asIn("beside", async () => {
      for (const id of ["filedeck", "beside"])
        expect([id, await keyOf(changeContainer({ id, action: "stop" }, await daemon.as("mia")))]).toEqual([
          id,
          refused,
        ]);
    });
  });

  test("an administrator does all of that", async () => {
    await daemon.docker("rm", "-f", "beside");
    await asIn("filedeck", async () => {
      const found = await outcomes("filedeck", "root");
      expect(found).toEqual(found.map(() => "done"));
    });
  });
});
