import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ContainerSpec } from "@/lib/contracts/docker-make";
import { limits } from "@/lib/server/base/limits";
import {
  containersProblem,
  keyOf,
  plainSpec,
  startContainers,
  type Containers,
} from "@/lib/server/docker/containers-fixture";
import { undoTries } from "@/lib/server/docker/undo-tries-fixture";
import { createContainer, recreateContainer } from "@/lib/server/docker/make/make-container";
import { createVolume } from "./change-volumes";

describe.skipIf(containersProblem() !== null)("volumes of people", () => {
  let daemon: Containers;
  undoTries(() => daemon);
  beforeAll(async () => {
    daemon = await startContainers();
  });
  afterAll(() => daemon.close());
  const create = async (change: Partial<ContainerSpec> & { name: string }) =>
    createContainer({ ...plainSpec, ...change }, await daemon.as("mia"));

  test("nobody has more than some volumes, by whatever way they are made", async () => {
    const { volumes, perPerson } = limits;
    const make = async (name: string) =>
      keyOf(createVolume({ name, driver: "local", options: {}, labels: {} }, await daemon.as("mia")));
    const there = async () => (await daemon.docker("volume", "ls", "-q")).match(/\S+/g)?.length ?? 0;
    await daemon.docker("commit", "--change", 'VOLUME ["/1", "/2", "/3"]', "plain", "anonymous");
    const before = await there();
    Object.assign(limits, { perPerson: { ...perPerson, volumes: 2 } });
    try {
      const keys = await Promise.all(["v1", "v2", "v3", "v4"].map(make));
      expect(keys.filter((key) => key === "done")).toHaveLength(2);
      expect(await make("v5")).toBe("volume/too-many");
      const mounts = [{ kind: "volume" as const, source: "v6", destination: "/v", is_writable: true }];
      expect(await keyOf(create({ name: "with-v6", mounts }))).toBe("volume/too-many");
      // Of those that an image has Docker make it is known of nobody whose they are.
      Object.assign(limits, { volumes: before + 4, perPerson });
      expect(await keyOf(create({ name: "unnamed", image: "anonymous" }))).toBe("volume/too-many-in-all");
      expect(await there()).toBe(before + 2);
      expect(await keyOf(create({ name: "none-of-them" }))).toBe("done");
      Object.assign(limits, { volumes: before + 5 });
      expect(await keyOf(create({ name: "unnamed", image: "anonymous" }))).toBe("done");
      // It has them already.
      Object.assign(limits, { volumes: before });
      expect(await keyOf(recreateContainer({ id: "unnamed", environment: ["A=1"] }, await daemon.as("mia")))).toBe(
        "done",
      );
    } finally {
      Object.assign(limits, { volumes, perPerson });
      await daemon.docker("rm", "-fv", "unnamed", "none-of-them", "with-v6");
      await daemon.docker("volume", "rm", "-f", "v1", "v2", "v3", "v4", "v5", "v6");
      await daemon.docker("rmi", "-f", "anonymous");
    }
  });
});
