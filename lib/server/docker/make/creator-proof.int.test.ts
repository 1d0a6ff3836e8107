import type { ContainerSpec } from "@/lib/contracts/docker-make";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { creatorLabel } from "@/lib/shared/volume-labels";
import { limits } from "@/lib/server/base/limits";
import { askDocker } from "@/lib/server/docker/ask-docker";
import {
  containersProblem,
  keyOf,
  miasLabel,
  plainSpec,
  startContainers,
  type Containers,
} from "@/lib/server/docker/containers-fixture";
import { undoTries } from "@/lib/server/docker/undo-tries-fixture";
import { isOwnContainer } from "@/lib/server/docker/created-by";
import { createContainer } from "./make-container";
import { likelyMakerOf, makerOf } from "./maker";

const anyPort = { address: "127.0.0.1", outside: null, outside_last: null, inside: 80, protocol: "tcp" as const };

describe.skipIf(containersProblem() !== null)("what somebody has certainly created", () => {
  let daemon: Containers;
  undoTries(() => daemon);
  beforeAll(async () => {
    daemon = await startContainers();
  });
  afterAll(() => daemon.close());
  const create = async (change: Partial<ContainerSpec> & { name: string }, userId: "mia" | "root" = "mia") =>
    createContainer({ ...plainSpec, ...change }, await daemon.as(userId));

  test("whose it is an image cannot say, and stays known without it", async () => {
    const made = async (name: string) =>
      askDocker(name, (docker) => docker.getContainer(name).inspect()).then(async (inspected) => [
        await makerOf(inspected),
        await likelyMakerOf(inspected),
        await isOwnContainer((await daemon.as("mia")).actor, {
          labels: inspected.Config.Labels,
          imageId: inspected.Image,
        }),
      ]);
    await daemon.docker("commit", "plain", "base");
    await create({ name: "proven", image: "base" });
    // It says all that hers does.
    await daemon.docker("commit", "proven", "forged");
    await daemon.docker("create", "--name", "forged", "forged");
    await daemon.docker("commit", "--change", `LABEL ${creatorLabel}=mia`, "plain", "labels");
    await daemon.docker("create", "--name", "labeled", "labels");
    await daemon.docker("commit", "plain", "older");
    await daemon.docker("create", "--name", "older", "--label", miasLabel, "older", "/bin/sleep");
    for (const name of ["base", "forged", "labels", "older"]) await daemon.docker("rmi", "-f", name);
    expect(await made("proven")).toEqual(["mia", "mia", true]);
    expect(await made("forged")).toEqual([null, null, false]);
    // Nothing is done to these, and nobody else than administrators may do more with them than she could.
    for (const name of ["labeled", "older"]) expect([name, await made(name)]).toEqual([name, [null, "mia", false]]);
    await daemon.docker("rm", "-f", "proven", "forged", "labeled", "older");
  });

  test("nobody has more than some containers, and all that others have is known of any number", async () => {
    const { containers, perPerson } = limits;
    const had = (await daemon.docker("ps", "-aq", "--filter", `label=${creatorLabel}=mia`)).match(/\S+/g)?.length ?? 0;
    Object.assign(limits, { containers: 1, perPerson: { ...perPerson, containers: had + 2 } });
    try {
      await create({ name: "one", network: "bridge", ports: [{ ...anyPort }] });
      const keys = await Promise.all(["two", "three", "four"].map((name) => keyOf(create({ name }))));
      expect(keys.filter((key) => key === "done").length).toBeLessThanOrEqual(1);
      await keyOf(create({ name: "five" }));
      expect(await keyOf(create({ name: "six" }))).toBe("docker/too-many-containers");
      expect(await keyOf(create({ name: "seven" }, "root"))).toBe("done");
    } finally {
      Object.assign(limits, { containers, perPerson });
      const there = (await daemon.docker("ps", "-a", "--format", "{{.Names}}")).split("\n");
      const made = there.filter((name) => ["one", "two", "three", "four", "five", "seven"].includes(name));
      await daemon.docker("rm", "-f", ...made);
    }
  });
});
