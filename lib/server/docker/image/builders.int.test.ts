import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { parseVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import {
  containersProblem,
  endTerminals,
  keyOf,
  look,
  opened,
  plainSpec,
  startContainers,
  type Containers,
} from "@/lib/server/docker/containers-fixture";
import { undoTries } from "@/lib/server/docker/undo-tries-fixture";
import { changeContainer, removeContainer, renameContainer } from "@/lib/server/docker/change-container";
import { admitToFiles } from "@/lib/server/docker/files/admit-to-files";
import { limitContainer } from "@/lib/server/docker/make/limit-container";
import { createContainer, recreateContainer } from "@/lib/server/docker/make/make-container";
import { openContainerLogs, openContainerTerminal } from "@/lib/server/docker/open-container";
import { connectContainer } from "@/lib/server/network/change-networks";
import { getApp } from "@/lib/server/runtime/app";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import { buildImage } from "./build-image";

const size = { cols: 80, rows: 24 };

describe.skipIf(containersProblem() !== null)("what images are built in", () => {
  let daemon: Containers;
  undoTries(() => daemon);
  beforeAll(async () => {
    daemon = await startContainers();
    startAppOf({ ...getApp(), storageFor: () => daemon.storage });
    await daemon.permit("mia", [
      "docker_view",
      "docker_container_update",
      "docker_image_update",
      "docker_network_update",
      "lan_access",
    ]);
  });
  afterAll(async () => {
    await endTerminals();
    await daemon.close();
  });

  const build = async (name: string, dockerfile: string, userId: "mia" | "root" = "mia") => {
    mkdirSync(path.join(daemon.root, name));
    writeFileSync(path.join(daemon.root, name, "Dockerfile"), dockerfile);
    const asked = { path: parseVirtualPath(`r/${name}`) as VirtualPath, dockerfile: "Dockerfile" };
    const wanted = { ...asked, reference: `users/mia/${name}`, pull: false, fresh: false, ...size };
    return opened(buildImage(wanted, await daemon.as(userId)), userId);
  };
  const running = async () =>
    (await daemon.docker("ps", "-q", "--no-trunc")).split("\n").filter((id) => id !== "" && id !== plain);
  let plain = "";

  test.each([
    ["mia" as const, ""],
    ["root" as const, ""],
    // What an image says of itself is no sign that anybody made the container.
    ["mia" as const, "LABEL filedeck.created-by=mia com.docker.compose.project=a com.docker.compose.config-hash=0\n"],
  ])(
    "a container of a build of %s's is nobody's but administrators' %#",
    async (userId, labels) => {
      plain = await daemon.docker("inspect", "-f", "{{.Id}}", "plain");
      const folder = `slow${labels.length}${userId}`;
      const terminal = await build(folder, `FROM box\n${labels}VOLUME /opt\nRUN ["/bin/sleep", "500"]\n`, userId);
      const { over } = look(terminal);
      await vi.waitFor(async () => expect(await running()).toHaveLength(1));
      const [id = ""] = await running();
      const name = (await daemon.docker("inspect", "-f", "{{.Name}}", id)).slice(1);
      const volume = await daemon.docker("inspect", "-f", "{{range .Mounts}}{{.Name}}{{end}}", id);
      const mia = await daemon.as("mia");
      const network = await daemon.docker("network", "inspect", "-f", "{{.Id}}", "bridge");
      const body = {
        ...plainSpec,
        name: "with-its-volume",
        mounts: [{ kind: "volume" as const, source: volume, destination: "/opt", is_writable: true }],
      };
      const tried = {
        shell: keyOf(openContainerTerminal({ id: name, ...size }, mia)),
        files: keyOf(admitToFiles(mia.actor, name)),
        logs: keyOf(openContainerLogs({ id, tail: 10, ...size }, mia)),
        stop: keyOf(changeContainer({ id, action: "stop" }, mia)),
        rename: keyOf(renameContainer({ id, name: "other" }, mia)),
        remove: keyOf(removeContainer({ id, force: true, volumes: false }, mia)),
        recreate: keyOf(recreateContainer({ id, command: ["/bin/sh"] }, mia)),
        limit: keyOf(limitContainer({ id, restart: "always" }, mia)),
        connect: keyOf(connectContainer({ id: network, container: id, ipv4: "" }, mia)),
      };
      for (const [what, key] of Object.entries(tried)) expect([what, await key]).toEqual([what, "docker/building"]);
      expect(await keyOf(createContainer(body, mia))).toBe("docker/others-volume");
      expect(await keyOf(admitToFiles((await daemon.as("root")).actor, name))).toBe("done");
      await terminal.write("\u0003");
      await over;
      await vi.waitFor(async () => expect(await running()).toHaveLength(0));
    },
    60_000,
  );

  test("its steps are in a network where nobody else is, and nobody else can be put into", async () => {
    const mia = await daemon.as("mia");
    await createContainer({ ...plainSpec, name: "mirror.example.org", network: "bridge" }, mia);
    plain = (await daemon.docker("ps", "-q", "--no-trunc")).replaceAll("\n", " ");
    // What a server that ended in the middle has left.
    const left = `filedeck.build=${getApp().keys.installation}`;
    await daemon.docker("network", "create", "--label", left, "build-left");
    const terminal = await build("alone", 'FROM box\nRUN ["/bin/sleep", "501"]\n');
    const { over } = look(terminal);
    const started = async () => (await running()).filter((id) => !plain.includes(id));
    await vi.waitFor(async () => expect(await started()).toHaveLength(1));
    const [id = ""] = await started();
    const networks = await daemon.docker(
      "inspect",
      "-f",
      "{{range .NetworkSettings.Networks}}{{.NetworkID}} {{end}}",
      id,
    );
    const [network = ""] = networks.trim().split(" ");
    expect(networks.trim()).toBe(network);
    expect(await daemon.docker("network", "inspect", "-f", "{{len .Containers}}", network)).toBe("1");
    const connected = connectContainer({ id: network, container: "mirror.example.org", ipv4: "" }, mia);
    expect(await keyOf(connected)).toBe("network/others");
    expect(await keyOf(createContainer({ ...plainSpec, name: "near", network }, mia))).toBe("docker/others-network");
    await terminal.write("\u0003");
    await over;
    const ofBuilds = () => daemon.docker("network", "ls", "-q", "--filter", "label=filedeck.build");
    await vi.waitFor(async () => expect(await ofBuilds()).toBe(""), { interval: 200 });
    await daemon.docker("rm", "-f", "mirror.example.org");
  });

  test("one that somebody made of an image by its id is theirs as before", async () => {
    const image = await daemon.docker("inspect", "-f", "{{.Id}}", "--type", "image", "box");
    const mia = await daemon.as("mia");
    const usual = { environment: [], ports: [], mounts: [], memory: null, cpus: null, restart: "no" as const };
    const more = { labels: {}, network: "none", is_privileged: false, devices: [], cap_add: [], cap_drop: [] };
    await createContainer({ name: "by-id", image, command: ["/bin/sleep", "1000"], ...usual, ...more }, mia);
    expect(await keyOf(admitToFiles(mia.actor, "by-id"))).toBe("done");
    await daemon.docker("rm", "-f", "by-id");
  });

  test("what an administrator runs by the id of an image, or recreates by it, is open to whoever may", async () => {
    const image = await daemon.docker("inspect", "-f", "{{.Id}}", "--type", "image", "box");
    const root = await daemon.as("root");
    const usual = ["--stop-signal", "KILL", "--network", "none"];
    await daemon.docker("run", "-d", ...usual, "-v", "shared:/s", "--name", "by-cli", image, "/bin/sleep", "1000");
    await createContainer({ ...plainSpec, name: "by-root", image }, root);
    // The name of its image means another one by now.
    await daemon.docker("tag", "box", "moving");
    await daemon.docker("run", "-d", ...usual, "--name", "moved", "moving", "/bin/sleep", "1000");
    await daemon.docker("tag", "bare", "moving");
    await recreateContainer({ id: "moved", environment: ["A=1"] }, root);
    await daemon.run("beside", "--network", "none", "-v", "shared:/s");
    await daemon.permit("tom", ["docker_view"], [{ match: "*", may: ["start_stop", "logs", "shell"] }]);
    const tom = await daemon.as("tom");
    for (const id of ["by-cli", "by-root", "moved", "beside"]) {
      expect([id, await keyOf(openContainerLogs({ id, tail: 10, ...size }, tom))]).toEqual([id, "done"]);
      expect([id, await keyOf(openContainerTerminal({ id, ...size }, tom))]).toEqual([id, "done"]);
    }
    expect(await daemon.docker("inspect", "-f", "{{.Config.Image}}", "moved")).toBe(image);
    expect(await keyOf(changeContainer({ id: "moved", action: "restart" }, tom))).toBe("done");
    await endTerminals();
    await daemon.docker("rm", "-f", "by-cli", "by-root", "moved", "beside");
  });

  test("a container of an administrator's build by the command line is nobody else's, with all that a build may have", async () => {
    mkdirSync(path.join(daemon.root, "cli"));
    writeFileSync(path.join(daemon.root, "cli", "Dockerfile"), 'FROM box\nVOLUME /opt\nRUN ["/bin/sleep", "502"]\n');
    const before = await daemon.docker("ps", "-aq", "--no-trunc");
    const given = ["--network", "host", "--memory", "64m", "--shm-size", "8m", "--add-host", "a:10.0.0.1"];
    const built = keyOf(daemon.docker("build", ...given, "--ulimit", "nofile=64:64", path.join(daemon.root, "cli")));
    const started = async () =>
      (await daemon.docker("ps", "-q", "--no-trunc")).split("\n").filter((id) => id !== "" && !before.includes(id));
    await vi.waitFor(async () => expect(await started()).toHaveLength(1));
    const [id = ""] = await started();
    const volume = await daemon.docker("inspect", "-f", "{{range .Mounts}}{{.Name}}{{end}}", id);
    await daemon.run("shares", "--network", "none", "-v", `${volume}:/opt`);
    await daemon.permit("tom", ["docker_view"], [{ match: "*", may: ["start_stop", "logs", "shell"] }]);
    const tom = await daemon.as("tom");
    const tried = {
      shell: keyOf(openContainerTerminal({ id, ...size }, tom)),
      files: keyOf(admitToFiles(tom.actor, id)),
      stop: keyOf(changeContainer({ id, action: "stop" }, tom)),
    };
    for (const [what, key] of Object.entries(tried)) expect([what, await key]).toEqual([what, "docker/building"]);
    expect(await keyOf(openContainerTerminal({ id: "shares", ...size }, tom))).toBe("docker/root-only");
    await daemon.docker("rm", "-f", "shares", id);
    expect(await built).not.toBe("done");
  });

  test("a layer that others share is of nothing but what its key says", async () => {
    const sayProxies = 'RUN ["/bin/sh", "-c", "echo of-$HTTP_PROXY-$https_proxy-$ALL_PROXY-$no_proxy-end"]\n';
    const args = ["HTTP_PROXY", "https_proxy", "ALL_PROXY", "no_proxy"].map((name) => `ARG ${name}=evil\n`).join("");
    const { seen, over } = look(await build("proxied", `${args}FROM box\n${sayProxies}`));
    await over;
    expect(seen.text).toContain("of-----end");
  });
});
