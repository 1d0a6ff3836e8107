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
import { changeContainer, removeContainer, renameContainer } from "@/lib/server/docker/change-container";
import { admitToFiles } from "@/lib/server/docker/files/admit-to-files";
import { createContainer, limitContainer, recreateContainer } from "@/lib/server/docker/make/make-container";
import { openContainerLogs, openContainerTerminal } from "@/lib/server/docker/open-container";
import { connectContainer } from "@/lib/server/network/change-networks";
import { getApp } from "@/lib/server/runtime/app";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import { buildImage } from "./build-image";

const size = { cols: 80, rows: 24 };

describe.skipIf(containersProblem() !== null)("what images are built in", () => {
  let daemon: Containers;
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
  }, 60_000);
  afterAll(async () => {
    await endTerminals();
    await daemon.close();
  }, 60_000);

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
      await vi.waitFor(async () => expect(await running()).toHaveLength(1), { timeout: 15_000 });
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
      await vi.waitFor(async () => expect(await running()).toHaveLength(0), { timeout: 15_000 });
    },
    60_000,
  );

  test("one that somebody made of an image by its id is theirs as before", async () => {
    const image = await daemon.docker("inspect", "-f", "{{.Id}}", "--type", "image", "box");
    const mia = await daemon.as("mia");
    const usual = { environment: [], ports: [], mounts: [], memory: null, cpus: null, restart: "no" as const };
    const more = { labels: {}, network: "none", is_privileged: false, devices: [], cap_add: [], cap_drop: [] };
    await createContainer({ name: "by-id", image, command: ["/bin/sleep", "1000"], ...usual, ...more }, mia);
    expect(await keyOf(admitToFiles(mia.actor, "by-id"))).toBe("done");
    await daemon.docker("rm", "-f", "by-id");
  });

  test("a layer that others share is of nothing but what its key says", async () => {
    const sayProxies = 'RUN ["/bin/sh", "-c", "echo of-$HTTP_PROXY-$https_proxy-$ALL_PROXY-$no_proxy-end"]\n';
    const args = ["HTTP_PROXY", "https_proxy", "ALL_PROXY", "no_proxy"].map((name) => `ARG ${name}=evil\n`).join("");
    const { seen, over } = look(await build("proxied", `${args}FROM box\n${sayProxies}`));
    await over;
    expect(seen.text).toContain("of-----end");
  }, 30_000);
});
