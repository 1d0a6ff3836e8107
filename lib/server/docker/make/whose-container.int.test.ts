import { once } from "node:events";
import { createServer } from "node:net";
import type { ContainerSpec } from "@/lib/contracts/docker-make";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { creatorLabel } from "@/lib/shared/volume-labels";
import { freePort } from "@/lib/server/process/reserve-fixture";
import { changeContainer, removeContainer } from "@/lib/server/docker/change-container";
import {
  containersProblem,
  keyOf,
  miasLabel,
  plainSpec,
  startContainers,
  type Containers,
} from "@/lib/server/docker/containers-fixture";
import { undoTries } from "@/lib/server/docker/undo-tries-fixture";
import { findKeptPortsBy } from "@/lib/server/docker/kept-ports";
import { portRange } from "@/lib/server/docker/port-range";
import { getApp } from "@/lib/server/runtime/app";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import { assertMayListen } from "@/lib/server/ssh/forward/may-listen";
import { limitContainer } from "./limit-container";
import { createContainer, recreateContainer } from "./make-container";

const usual = portRange.get();
const port = { address: "", outside: null, outside_last: null, inside: 80, protocol: "tcp" } as const;

describe.skipIf(containersProblem() !== null)("whose a container is", () => {
  let daemon: Containers;
  undoTries(() => daemon);
  beforeAll(async () => {
    daemon = await startContainers();
    startAppOf({ ...getApp(), storageFor: () => daemon.storage });
  });
  afterAll(() => daemon.close());
  const inspect = async (name: string, what: string) =>
    JSON.parse(await daemon.docker("inspect", "-f", `{{json ${what}}}`, name)) as unknown; // any as it comes
  const create = async (change: Partial<ContainerSpec> & { name: string }, userId: "mia" | "root" = "mia") =>
    createContainer({ ...plainSpec, ...change }, await daemon.as(userId));

  test("a label by which programs of this machine are told what to do is an administrator's, and emptied where an image has it", async () => {
    const route = "traefik.http.routers.x.rule";
    const labeled = async (labels: Record<string, string>, userId: "mia" | "root" = "mia", image = "box") => {
      const key = await keyOf(create({ name: "labeled", image, labels }, userId));
      if (key !== "done") return key;
      const found = await inspect("labeled", ".Config.Labels");
      await daemon.docker("rm", "-f", "labeled");
      return found;
    };
    for (const label of [route, "caddy", "com.example.a"])
      expect([label, await labeled({ [label]: "1" })]).toEqual([label, "docker/tool-label"]);
    expect(await labeled({ [route]: "1" }, "root")).toEqual({ [route]: "1" });
    const made = await daemon.docker("create", "box", "/x");
    const changes = [`LABEL ${route}=1`, "LABEL org.opencontainers.image.title=t"].flatMap((one) => ["--change", one]);
    await daemon.docker("commit", ...changes, made, "routed");
    await daemon.docker("rm", made);
    const title = { "org.opencontainers.image.title": "t" };
    expect(await labeled({ "users.a": "1" }, "mia", "routed")).toMatchObject({
      ...title,
      "users.a": "1",
      [route]: "",
      [creatorLabel]: "mia",
    });
    expect(await labeled({}, "root", "routed")).toEqual({ ...title, [route]: "1" });
  });

  test("what every list tells of a container is bounded for all but administrators, whether it or its image says it", async () => {
    const long = "y".repeat(40_000);
    const made = await daemon.docker("create", "box", "/x");
    await daemon.docker("commit", "--change", `LABEL users.long=${long}`, made, "long");
    await daemon.docker("commit", "--change", "EXPOSE 1-9000", made, "exposed");
    await daemon.docker("rm", made);
    const ofImages = [{ image: "long" }, { image: "exposed" }];
    const environment = [`A=${long}`, `B=${long}`, `C=${long}`, `D=${long}`, `E=${long}`];
    const wanted = [{ labels: { "users.a": long } }, { command: ["sh", "-c", long] }, { environment }, ...ofImages];
    for (const one of wanted) expect(await keyOf(create({ name: "long", ...one }))).toBe("docker/listed-size");
    expect(await daemon.docker("ps", "-aq", "--filter", "name=^long$")).toBe("");
    expect(await keyOf(create({ name: "long", labels: { "users.a": "short" } }))).toBe("done");
    const again = recreateContainer({ id: "long", labels: { "users.a": long } }, await daemon.as("mia"));
    expect(await keyOf(again)).toBe("docker/listed-size");
    expect(await inspect("long", ".Config.Labels")).toMatchObject({ "users.a": "short" });
    await daemon.docker("rm", "-f", "long");
    expect(await keyOf(create({ name: "long", labels: { "users.a": long } }, "root"))).toBe("done");
    await daemon.docker("rm", "-f", "long");
    // One of before tells no more when it is made anew.
    await daemon.run("long", "--label", miasLabel, "--label", `users.a=${long}`);
    expect(await keyOf(recreateContainer({ id: "long", environment: ["A=1"] }, await daemon.as("mia")))).toBe("done");
    await daemon.docker("rm", "-f", "long");
  });

  test("what the image of a container says stays as little as its creator may have it say when an administrator makes it anew", async () => {
    const root = await daemon.as("root");
    const made = await daemon.docker("create", "box", "/x");
    const commit = async (name: string, labels: readonly string[]) =>
      daemon.docker("commit", ...labels.flatMap((label) => ["--change", `LABEL ${label}`]), made, name);
    await commit("routed2", ["traefik.enable=true", `${creatorLabel.replace("created-by", "x")}=1`]);
    await commit("routed3", ["traefik.enable=true"]);
    await commit("composed", ["com.docker.compose.project=shop"]);
    await daemon.docker("rm", made);
    await create({ name: "relabeled" });
    await recreateContainer({ id: "relabeled", image: "routed3" }, root);
    expect(await inspect("relabeled", ".Config.Labels")).toMatchObject({ [creatorLabel]: "mia", "traefik.enable": "" });
    for (const image of ["composed", "routed2"]) {
      await recreateContainer({ id: "relabeled", image }, root);
      expect(await inspect("relabeled", ".Config.Labels")).not.toHaveProperty([creatorLabel]);
      await daemon.docker("rm", "-f", "relabeled");
      await create({ name: "relabeled" });
    }
    await daemon.docker("rm", "-f", "relabeled");
  });

  test("what an administrator gives a container that its maker could not is the administrator's, and else it stays theirs", async () => {
    const root = await daemon.as("root");
    await create({ name: "hers" });
    await recreateContainer({ id: "hers", environment: ["A=1"] }, root);
    expect(await inspect("hers", ".Config.Labels")).toMatchObject({ [creatorLabel]: "mia" });
    const bind = { kind: "bind" as const, source: daemon.base, destination: "/x", is_writable: true };
    await recreateContainer({ id: "hers", mounts: [bind] }, root);
    expect(await inspect("hers", ".Config.Labels")).not.toHaveProperty([creatorLabel]);
    const mia = await daemon.as("mia");
    expect(await keyOf(removeContainer({ id: "hers", force: true, volumes: false }, mia))).toBe(
      "docker/others-container",
    );
    await daemon.docker("rm", "-f", "hers");
  });

  test("a port that a container of others publishes is theirs while it is stopped, too", async () => {
    const taken = String(await freePort({ first: 31_600, last: 32_300 }));
    await daemon.run("web", "-p", `127.0.0.1:${taken}:80`);
    await daemon.docker("stop", "web");
    const port = {
      address: "127.0.0.1",
      outside: Number(taken),
      outside_last: null,
      inside: 80,
      protocol: "tcp",
    } as const;
    const tried = {
      same: port,
      everywhere: { ...port, address: "" },
      "in a range": { ...port, outside: port.outside - 2, outside_last: port.outside + 2, inside: 80 },
      "another address": { ...port, address: "127.0.0.2" },
      "the same in other words": { ...port, address: "::ffff:127.0.0.1" },
      "another protocol": { ...port, protocol: "udp" as const },
      "another port": { ...port, outside: port.outside + 1 },
    };
    const keys: Record<string, string> = {};
    for (const [what, ports] of Object.entries(tried)) {
      keys[what] = await keyOf(create({ name: "taker", ports: [ports] }));
      await daemon.docker("rm", "-f", "taker");
    }
    const [refused, done] = ["docker/others-port", "done"];
    expect(keys).toEqual({
      same: refused,
      everywhere: refused,
      "in a range": refused,
      "another address": refused,
      "the same in other words": refused,
      "another protocol": done,
      "another port": done,
    });
    expect(await keyOf(create({ name: "taker", ports: [port] }, "root"))).toBe("done");
    await daemon.docker("rm", "-f", "taker", "web");
    // Of her own containers either may have it.
    await create({ name: "hers", ports: [port] });
    await daemon.docker("stop", "hers");
    expect(await keyOf(create({ name: "taker", ports: [port] }))).toBe("done");
    await recreateContainer({ id: "taker", ports: [{ ...port, inside: 81 }] }, await daemon.as("mia"));
    await daemon.docker("rm", "-f", "taker");
    // What was there before is asked about at each start, whoever starts it.
    await daemon.run("web", "-p", `127.0.0.1:${taken}:80`);
    await daemon.docker("stop", "web");
    await daemon.permit("tom", ["docker_container_update"]);
    const [mia, tom] = [await daemon.as("mia"), await daemon.as("tom")];
    const tries = {
      start: () => changeContainer({ id: "hers", action: "start" }, mia),
      "start by others": () => changeContainer({ id: "hers", action: "start" }, tom),
      policy: () => limitContainer({ id: "hers", restart: "always" }, mia),
      recreate: () => recreateContainer({ id: "hers", environment: ["A=1"] }, mia),
    };
    for (const [what, work] of Object.entries(tries)) expect([what, await keyOf(work())]).toEqual([what, refused]);
    // A forward would be there before it as well.
    const forward = { kind: "local", bindAddress: "127.0.0.1", bindPort: port.outside } as const;
    const listens = (person: typeof mia) => keyOf(assertMayListen(forward, person.actor, person.db));
    expect([await listens(mia), await listens(await daemon.as("root"))]).toEqual(["ssh/others-port", "done"]);
    await daemon.docker("rm", "-f", "web");
    expect([await listens(mia), await listens(tom)]).toEqual(["done", "ssh/others-port"]);
    expect(await keyOf(changeContainer({ id: "hers", action: "start" }, tom))).toBe("done");
    await daemon.docker("rm", "-f", "hers");
  });

  test("no port is theirs that a service of the machine may have, or Filedeck itself", async () => {
    const port = { address: "", outside: 31_999, outside_last: null, inside: 80, protocol: "tcp" } as const;
    startAppOf({ ...getApp(), env: { ...getApp().env, port: 32_100 } });
    for (const beyond of [
      { outside: 443 },
      { outside: 3_306, address: "::1" },
      { outside: 31_499, outside_last: 31_501 },
      { outside: 32_399, outside_last: 32_400 },
      // Plex.
      { outside: 32_400 },
      { outside: 32_100, address: "127.0.0.2" },
      { outside: 32_090, outside_last: 32_110 },
    ])
      expect([beyond, await keyOf(create({ name: "beyond", ports: [{ ...port, ...beyond }] }))]).toEqual([
        beyond,
        "docker/port-range",
      ]);
    // Administrators say which.
    const [root, mia] = [await daemon.as("root"), await daemon.as("mia")];
    expect(await keyOf(portRange.write({ first: 32_400, last: 32_401 }, mia))).toBe("auth/root-only");
    await portRange.write({ first: 32_400, last: 32_401 }, root);
    expect(await keyOf(create({ name: "beyond", ports: [{ ...port, outside: 32_400 }] }))).toBe("done");
    await daemon.docker("rm", "-f", "beyond");
    expect(await keyOf(create({ name: "beyond", ports: [port] }))).toBe("docker/port-range");
    await portRange.write(usual, root);
  });

  test("Docker chooses no port for them, which it takes one after the other from those of what has stopped", async () => {
    const root = await daemon.as("root");
    const first = await freePort({ first: 31_600, last: 32_300, run: 5 });
    await portRange.write({ first, last: first + 4 }, root);
    // An administrator's, which has stopped.
    await create({ name: "adm", ports: [{ ...port, outside: first + 1 }] }, "root");
    await daemon.docker("stop", "-t", "0", "adm");
    // Something that listens, and somebody's saved forward.
    const service = createServer().listen(first + 2, "127.0.0.1");
    await once(service, "listening");
    let keeper = "tom";
    findKeptPortsBy(() => Promise.resolve([{ userId: keeper, port: first + 3 }]));
    const bindings = async (name: string) => inspect(name, ".HostConfig.PortBindings");
    try {
      await create({ name: "one", ports: [port] });
      await create({ name: "two", ports: [port] });
      const chosen = [await bindings("one"), await bindings("two")].map((all) => JSON.stringify(all));
      const of = (outside: number) => JSON.stringify({ "80/tcp": [{ HostIp: "", HostPort: String(outside) }] });
      expect(chosen.toSorted()).toEqual([of(first), of(first + 4)]);
      // Her own forward's isn't chosen either.
      for (keeper of ["mia", "tom"])
        expect(await keyOf(create({ name: "three", ports: [port] }))).toBe("docker/no-free-port");
      expect(await keyOf(create({ name: "three", ports: [{ ...port, outside: first + 3 }] }))).toBe("docker/kept-port");
      // A restart keeps it, and an administrator's has any.
      await changeContainer({ id: "one", action: "restart" }, await daemon.as("mia"));
      expect(JSON.stringify(await bindings("one"))).toBe(chosen[0]);
      await create({ name: "any", ports: [port] }, "root");
      expect(await bindings("any")).toEqual({ "80/tcp": [{ HostIp: "", HostPort: "" }] });
    } finally {
      service.close();
      findKeptPortsBy(() => Promise.resolve([]));
      await portRange.write(usual, root);
      await daemon.docker("rm", "-f", "adm", "one", "two", "any");
    }
  });

  test("one of before with a port that Docker would choose is started again when it has been made anew", async () => {
    const [root, mia] = [await daemon.as("root"), await daemon.as("mia")];
    for (const asker of [mia, root]) {
      await daemon.run("older", "--network", "none", "--restart", "always", "--label", miasLabel, "-p", "80");
      expect(await keyOf(changeContainer({ id: "older", action: "restart" }, mia))).toBe("docker/open-port");
      await recreateContainer({ id: "older", environment: ["A=1"] }, asker);
      const found = await inspect("older", ".HostConfig.PortBindings");
      expect(JSON.stringify(found)).toMatch(/"HostPort":"3[12]\d{3}"/);
      expect(await inspect("older", ".HostConfig.RestartPolicy.Name")).toBe("unless-stopped");
      expect(await inspect("older", ".Config.Labels")).toMatchObject({ [creatorLabel]: "mia" });
      expect(await keyOf(changeContainer({ id: "older", action: "restart" }, mia))).toBe("done");
      await daemon.docker("rm", "-f", "older");
    }
  });

  test("nobody keeps more than some ports for their containers, running or not", async () => {
    const ranged = (first: number, last: number) => [{ ...port, outside: first, outside_last: last }];
    await create({ name: "many", ports: ranged(31_500, 31_589) });
    await daemon.docker("stop", "-t", "0", "many");
    expect(await keyOf(create({ name: "more", ports: ranged(31_600, 31_610) }))).toBe("docker/too-many-ports");
    expect(await keyOf(create({ name: "more", ports: ranged(31_600, 31_609) }))).toBe("done");
    const mia = await daemon.as("mia");
    // What takes the place of another one has that one's.
    expect(await keyOf(recreateContainer({ id: "many", ports: ranged(31_510, 31_599) }, mia))).toBe("done");
    expect(await keyOf(recreateContainer({ id: "many", ports: ranged(31_510, 31_611) }, mia))).toBe(
      "docker/too-many-ports",
    );
    await daemon.docker("rm", "-f", "many", "more");
  });

  test("what has no administrator's rights isn't started again by Docker after it was stopped", async () => {
    const mia = await daemon.as("mia");
    const policy = async () => inspect("hers", ".HostConfig.RestartPolicy.Name");
    await create({ name: "hers", restart: "always" });
    expect(await policy()).toBe("unless-stopped");
    await limitContainer({ id: "hers", restart: "no" }, mia);
    for (const asker of [mia, await daemon.as("root")]) {
      await limitContainer({ id: "hers", restart: "always" }, asker);
      expect(await policy()).toBe("unless-stopped");
    }
    await daemon.docker("rm", "-f", "hers");
    await create({ name: "adm", restart: "always" }, "root");
    expect(await inspect("adm", ".HostConfig.RestartPolicy.Name")).toBe("always");
    await daemon.docker("rm", "-f", "adm");
  });
});
