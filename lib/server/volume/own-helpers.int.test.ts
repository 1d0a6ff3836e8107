import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { helperLabel } from "@/lib/shared/volume-labels";
import { changeContainer, removeContainer, renameContainer } from "@/lib/server/docker/change-container";
import {
  containersProblem,
  endTerminals,
  keyOf,
  startContainers,
  type Containers,
} from "@/lib/server/docker/containers-fixture";
import { undoTries } from "@/lib/server/docker/undo-tries-fixture";
import { limitContainer } from "@/lib/server/docker/make/limit-container";
import { createContainer, recreateContainer } from "@/lib/server/docker/make/make-container";
import { openContainerTerminal } from "@/lib/server/docker/open-container";
import { connectContainer, disconnectContainer } from "@/lib/server/network/change-networks";
import { withVolume } from "./with-volumes";

describe.skipIf(containersProblem() !== null)("Filedeck's own containers for volumes", () => {
  let daemon: Containers;
  undoTries(() => daemon);
  beforeAll(async () => {
    daemon = await startContainers();
    await daemon.permit("mia", ["docker_view", "docker_container_update", "docker_network_update"]);
    await daemon.docker("volume", "create", "private");
  });
  afterEach(endTerminals);
  afterAll(() => daemon.close());

  const take = async (name: string) =>
    keyOf(
      createContainer(
        {
          name,
          image: "box",
          command: ["/bin/sleep", "1000"],
          environment: [],
          ports: [],
          mounts: [{ kind: "volume", source: "private", destination: "/x", is_writable: true }],
          memory: null,
          cpus: null,
          restart: "no",
          labels: {},
          network: "none",
          is_privileged: false,
          devices: [],
          cap_add: [],
          cap_drop: [],
        },
        await daemon.as("mia"),
      ),
    );

  /** What may not be done with it, each in a word. */
  async function refusals(id: string): Promise<string[]> {
    const mia = await daemon.as("mia");
    const network = await daemon.docker("network", "inspect", "-f", "{{.Id}}", "none");
    return Promise.all(
      [
        openContainerTerminal({ id, cols: 80, rows: 24 }, mia),
        changeContainer({ id, action: "start" }, mia),
        renameContainer({ id, name: "mine" }, mia),
        recreateContainer({ id, environment: [] }, mia),
        limitContainer({ id, memory: 64 * 1024 * 1024 }, mia),
        connectContainer({ id: network, container: id, ipv4: "" }, mia),
        disconnectContainer({ id: network, container: id, force: true }, mia),
        removeContainer({ id, force: true, volumes: false }, mia),
      ].map(keyOf),
    );
  }

  test("one that has a volume for an administrator gives it to nobody, and is nobody's to change", async () => {
    expect(await take("before")).toBe("docker/others-volume");
    await withVolume("private", async ({ id }) => {
      expect(await take("meanwhile")).toBe("docker/others-volume");
      expect(new Set(await refusals(id))).toEqual(new Set(["auth/root-only"]));
    });
    expect(await daemon.docker("ps", "-aq", "--filter", `label=${helperLabel}`)).toBe("");
  });

  test("neither does one that was left over", async () => {
    const options = ["--network", "none", "--label", `${helperLabel}=private`, "-v", "private:/volume"];
    const id = await daemon.docker("create", ...options, "box", "none");
    expect(await take("later")).toBe("docker/others-volume");
    expect(new Set(await refusals(id))).toEqual(new Set(["auth/root-only"]));
    const root = await daemon.as("root");
    expect(await keyOf(removeContainer({ id, force: true, volumes: false }, root))).toBe("done");
  });
});
