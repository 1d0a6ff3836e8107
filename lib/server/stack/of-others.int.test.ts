import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { creatorLabel } from "@/lib/shared/volume-labels";
import { keyOf } from "@/lib/server/docker/containers-fixture";
import { undoTries } from "@/lib/server/docker/undo-tries-fixture";
import { findKeptNamesBy, nothingKept } from "@/lib/server/docker/kept-names";
import { createContainer, recreateContainer } from "@/lib/server/docker/make/make-container";
import { createNetwork } from "@/lib/server/network/change-networks";
import { createVolume } from "@/lib/server/volume/change-volumes";
import { getApproval } from "./approve-stack";
import { listStacks } from "./list-stacks";
import { stacksProblem, startStacks, type Stacks } from "./stacks-fixture";

const problem = await stacksProblem();
const compose = "com.docker.compose";

describe.skipIf(problem !== null)("what people who are no administrators leave for a stack", () => {
  let stacks: Stacks;
  undoTries(() => stacks.daemon);
  const dir = mkdtempSync(path.join(tmpdir(), "filedeck-stacks-"));
  beforeAll(async () => {
    stacks = await startStacks(dir);
    // What is looked at is what Deploy says where something of theirs is there nevertheless.
    findKeptNamesBy(() => Promise.resolve(nothingKept));
    await stacks.daemon.permit("mia", [
      "docker_view",
      "docker_container_update",
      "docker_volume_update",
      "docker_network_update",
    ]);
  });
  afterAll(async () => {
    const { docker } = stacks.daemon;
    for (const id of (await docker("ps", "-aq")).split("\n")) await docker("rm", "-f", id).catch(() => "");
    // Its bridges outlive the daemon.
    for (const id of (await docker("network", "ls", "-q", "--filter", "type=custom")).split("\n"))
      await docker("network", "rm", id).catch(() => "");
    await stacks.close();
    rmSync(dir, { recursive: true, force: true });
  });

  const lay = async (name: string, more: string, network = "none") => {
    mkdirSync(path.join(stacks.root, name), { mode: 0o755 });
    const text = `version: "2.4"\nservices:\n  web:\n    image: box\n    command: /bin/sleep 1000\n    stop_signal: KILL\n${network === "" ? "" : `    network_mode: ${network}\n`}${more}`;
    writeFileSync(path.join(stacks.root, name, "compose.yaml"), text);
    await stacks.approve(name);
  };
  const make = async (name: string, more: { labels?: Record<string, string>; image?: string; volume?: string }) => {
    const { labels = {}, image = "box", volume } = more;
    const mounts =
      volume === undefined ? [] : [{ kind: "volume" as const, source: volume, destination: "/opt", is_writable: true }];
    return createContainer(
      {
        name,
        image,
        command: ["/bin/sleep", "1000"],
        environment: [],
        ports: [],
        mounts,
        memory: null,
        cpus: null,
        restart: "no",
        labels,
        network: "none",
        is_privileged: false,
        devices: [],
        cap_add: [],
        cap_drop: [],
      },
      await stacks.daemon.as("mia"),
    );
  };
  const labelOf = (label: string, name: string) =>
    stacks.daemon.docker("inspect", "-f", `{{index .Config.Labels "${label}"}}`, name);
  const usual = { driver: "local", options: {} };
  const network = { internal: false, subnet: "", gateway: "", ip_range: "" };

  test("nobody but administrators gives labels that Docker, Compose, or Filedeck believe, by hand or by an image", async () => {
    for (const label of [
      `${compose}.project`,
      "COM.Docker.compose.service",
      "filedeck.created-by",
      "io.podman.compose.x",
    ]) {
      expect([label, await keyOf(make("labeled", { labels: { [label]: "shop" } }))]).toEqual([
        label,
        "docker/tool-label",
      ]);
      const volume = { name: "labeled", ...usual, labels: { [label]: "shop" } };
      expect([label, await keyOf(createVolume(volume, await stacks.daemon.as("mia")))]).toEqual([
        label,
        "docker/tool-label",
      ]);
    }
    const made = await stacks.daemon.docker("create", "box", "/x");
    await stacks.daemon.docker("commit", "--change", `LABEL ${compose}.project=shop`, made, "labeled:1");
    await stacks.daemon.docker("rm", made);
    expect(await keyOf(make("labeled", { image: "labeled:1" }))).toBe("docker/tool-label");
    expect(await keyOf(make("labeled", { labels: { "users.a": "b" } }))).toBe("done");
    expect(await labelOf(creatorLabel, "labeled")).toBe("mia");
    // Neither when it is made anew, which keeps what says who made it.
    const again = async (change: object) =>
      keyOf(recreateContainer({ id: "labeled", ...change }, await stacks.daemon.as("mia")));
    await stacks.daemon.docker("stop", "-t", "0", "labeled");
    expect(await again({ labels: { [`${compose}.project`]: "shop" } })).toBe("docker/tool-label");
    expect(await again({ image: "labeled:1" })).toBe("docker/tool-label");
    expect(await again({ labels: {} })).toBe("done");
    expect(await labelOf(creatorLabel, "labeled")).toBe("mia");
  });

  test.each([
    ["a volume by its usual name", "vol", "volumes: { data: {} }\n", "none", "vol_data"],
    ["a volume by the name that the first versions gave", "my-vol", "volumes: { data: {} }\n", "none", "myvol_data"],
    ["a volume by its own name", "named", "volumes: { data: { name: theirs } }\n", "none", "theirs"],
    ["a volume of elsewhere", "ext", "volumes: { afar: { external: true } }\n", "none", "afar"],
  ])(
    "%s is not taken for the stack's",
    async (_, name, more, mode, volume) => {
      await lay(name, more, mode);
      await createVolume({ name: volume, ...usual, labels: {} }, await stacks.daemon.as("mia"));
      expect(await keyOf(stacks.start(name, "up"))).toBe("stack/of-others");
      await stacks.daemon.docker("volume", "rm", volume);
      // What an administrator has made is theirs to use.
      await createVolume({ name: volume, ...usual, labels: {} }, await stacks.asRoot());
      await stacks.run(name, "up");
      expect(await stacks.rowOf(name)).toMatchObject({ services: [{ running: 1 }] });
      await stacks.run(name, "down");
    },
    120_000,
  );

  test("a network by its name, and a container that the stack shares, are not taken either", async () => {
    const { id } = await createNetwork({ name: "net_default", ...network }, await stacks.daemon.as("mia"));
    await lay("net", "", "");
    expect(await keyOf(stacks.start("net", "up"))).toBe("stack/of-others");
    await stacks.daemon.docker("network", "rm", id);
    await lay("moded", "", "by-its-name");
    const { id: named } = await createNetwork({ name: "by-its-name", ...network }, await stacks.daemon.as("mia"));
    expect(await keyOf(stacks.start("moded", "up"))).toBe("stack/of-others");
    await stacks.daemon.docker("network", "rm", named);
    await make("vpn", {});
    await lay("joined", "", "container:vpn");
    expect(await keyOf(stacks.start("joined", "up"))).toBe("stack/of-others");
    await lay("files", '    volumes_from: ["container:vpn:ro"]\n');
    expect(await keyOf(stacks.start("files", "up"))).toBe("stack/of-others");
    await stacks.daemon.docker("rm", "-f", "vpn");
  }, 120_000);

  test("a container of theirs gives a stack no other name, whatever it says", async () => {
    await lay("ident", "");
    const said = {
      project: "evilid",
      "project.working_dir": path.join(stacks.root, "ident"),
      "config-hash": "0",
      service: "x",
    };
    await stacks.daemon.run(
      "evilid_x",
      ...Object.entries(said).flatMap(([key, value]) => ["--label", `${compose}.${key}=${value}`]),
      "--label",
      `${creatorLabel}=mia`,
    );
    const { stacks: rows } = await listStacks({}, await stacks.asRoot());
    const { now } = await getApproval({ name: "ident" }, await stacks.asRoot());
    expect(now.split("\n")[0]).toBe('# the project is called "ident"');
    expect(rows.find(({ folder }) => folder === path.join(stacks.root, "ident"))?.id).toBe("ident");
    await stacks.daemon.docker("rm", "-f", "evilid_x");
  });
});
