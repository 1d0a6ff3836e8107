import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  containersProblem,
  keyOf,
  plainSpec,
  startContainers,
  type Containers,
} from "@/lib/server/docker/containers-fixture";
import { undoTries } from "@/lib/server/docker/undo-tries-fixture";
import { createContainer, getContainerSpec, recreateContainer } from "./make-container";

describe.skipIf(containersProblem() !== null)("what a container has left, or leaves", () => {
  let daemon: Containers;
  undoTries(() => daemon);
  beforeAll(async () => {
    daemon = await startContainers();
  });
  afterAll(() => daemon.close());
  const inspect = async (name: string, what: string) =>
    JSON.parse(await daemon.docker("inspect", "-f", `{{json ${what}}}`, name)) as unknown; // any as it comes
  const networksOf = async (name: string) => Object.keys((await inspect(name, ".NetworkSettings.Networks")) as object);

  test("one that left the network that it was made in is recreated in those that it is in", async () => {
    for (const network of ["first", "second", "third"]) await daemon.docker("network", "create", network);
    await daemon.run("moved", "--network", "first", "--stop-signal", "KILL");
    await daemon.docker("network", "connect", "--alias", "kept", "second", "moved");
    await daemon.docker("network", "connect", "third", "moved");
    const root = await daemon.as("root");
    // Still there, and left for good.
    await daemon.docker("network", "disconnect", "first", "moved");
    await recreateContainer({ id: "moved", environment: ["A=1"] }, root);
    expect(await networksOf("moved")).toEqual(["second", "third"]);
    expect(await inspect("moved", ".NetworkSettings.Networks.second.Aliases")).toContain("kept");
    await daemon.docker("network", "disconnect", "second", "moved");
    await daemon.docker("network", "rm", "first", "second");
    expect((await getContainerSpec({ id: "moved" }, root)).network).toBe("third");
    await recreateContainer({ id: "moved", environment: ["A=2"] }, root);
    expect(await networksOf("moved")).toEqual(["third"]);
    expect(await inspect("moved", ".State.Running")).toBe(true);
    await daemon.docker("rm", "-f", "moved");
  });

  test("one that does not start leaves no volume", async () => {
    const made = await daemon.docker("create", "box", "/x");
    await daemon.docker("commit", "--change", "VOLUME /data", made, "with-volume");
    await daemon.docker("rm", made);
    const failing = { ...plainSpec, name: "failing", image: "with-volume", command: ["/bin/nothing"] };
    const mounts = [{ kind: "volume" as const, source: "named", destination: "/named", is_writable: true }];
    expect(await keyOf(createContainer({ ...failing, mounts }, await daemon.as("mia")))).not.toBe("done");
    // What was asked for by its name stays.
    expect(await daemon.docker("volume", "ls", "-q")).toBe("named");
  });
});
