import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changeContainer, removeContainer, renameContainer } from "@/lib/server/docker/change-container";
import { endTerminals, keyOf } from "@/lib/server/docker/containers-fixture";
import { createContainer, recreateContainer } from "@/lib/server/docker/make/make-container";
import { openContainerTerminal } from "@/lib/server/docker/open-container";
import { findKeptNamesBy } from "@/lib/server/docker/kept-names";
import { approvedNames } from "./approved-names";
import { stacksProblem, startStacks, type Stacks } from "./stacks-fixture";

const problem = await stacksProblem();
const box =
  '    image: box\n    command: ["/bin/sleep", "1000"]\n    stop_signal: KILL\n    network_mode: none\n    environment: { A: "1" }\n';

describe.skipIf(problem !== null)("what an approved stack makes again at any time", () => {
  let stacks: Stacks;
  const dir = mkdtempSync(path.join(tmpdir(), "filedeck-planned-"));
  beforeAll(async () => {
    stacks = await startStacks(dir);
    findKeptNamesBy(approvedNames);
    await stacks.daemon.permit("mia", ["docker_view", "docker_container_update"]);
    mkdirSync(path.join(stacks.root, "pair"), { mode: 0o755 });
    writeFileSync(
      path.join(stacks.root, "pair", "compose.yaml"),
      `services:\n  app:\n${box}    volumes: ["v:/data"]\n  backup:\n${box}    volumes: ["v:/data:ro", "/etc:/host"]\n  apart:\n${box}    volumes: ["w:/data"]\n` +
        `  strong:\n${box}    privileged: true\n    profiles: [later]\nvolumes:\n  v: {}\n  w: {}\n`,
    );
    await stacks.approve("pair");
    await stacks.run("pair", "up");
  }, 120_000);
  afterAll(async () => {
    await endTerminals();
    await stacks.close();
    rmSync(dir, { recursive: true, force: true });
  }, 60_000);

  const containerOf = (service: string) =>
    stacks.daemon.docker("ps", "-a", "--format", '{{.Names}} {{.Label "com.docker.compose.service"}}').then(
      (lines) =>
        lines
          .split("\n")
          .find((line) => line.endsWith(` ${service}`))
          ?.split(" ")[0] ?? "",
    );
  const mia = () => stacks.daemon.as("mia");
  const shell = async (id: string) => keyOf(openContainerTerminal({ id, cols: 80, rows: 24 }, await mia()));
  const take = async (source: string) =>
    keyOf(
      createContainer(
        {
          name: `thief-${source}`.replaceAll("_", "-"),
          image: "box",
          command: ["/bin/sleep", "1000"],
          environment: [],
          ports: [],
          mounts: [{ kind: "volume", source, destination: "/x", is_writable: true }],
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
        await mia(),
      ),
    );

  test("is reached by nobody in the time that it is not there", async () => {
    const [app, backup, apart] = await Promise.all(["app", "backup", "apart"].map(containerOf));
    const beyond = async () => [await shell(app ?? ""), await take("pair_v")];
    expect(await beyond()).toEqual(["docker/root-only", "docker/others-volume"]);
    // An administrator has taken it down, and may bring it up again.
    await stacks.daemon.docker("rm", "-f", backup ?? "");
    expect(await beyond()).toEqual(["docker/root-only", "docker/others-volume"]);
    // What shares nothing with it goes on.
    expect(await shell(apart ?? "")).toBe("done");
    expect(await take("pair_w")).toBe("done");
    await stacks.run("pair", "up");
  }, 90_000);

  test("is taken away, renamed, and replaced by administrators alone", async () => {
    const [backup = "", app = "", apart = ""] = await Promise.all(["backup", "app", "apart"].map(containerOf));
    for (const id of [backup, app]) {
      const refused = "docker/keeps-reach";
      expect(await keyOf(removeContainer({ id, force: true, volumes: false }, await mia()))).toBe(refused);
      expect(await keyOf(renameContainer({ id, name: "gone" }, await mia()))).toBe(refused);
      expect(await keyOf(recreateContainer({ id, environment: [] }, await mia()))).not.toBe("done");
    }
    expect(await keyOf(changeContainer({ id: backup, action: "restart" }, await mia()))).toBe("done");
    expect(await keyOf(removeContainer({ id: apart, force: true, volumes: false }, await mia()))).toBe("done");
    const root = await stacks.asRoot();
    expect(await keyOf(removeContainer({ id: backup, force: true, volumes: false }, root))).toBe("done");
  }, 60_000);
});
