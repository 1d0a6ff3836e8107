import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startRealtime } from "@/e2e/support/start-realtime";
import { channels, contracts } from "@/lib/contracts/all";
import type { Channel, ChannelEnd } from "@/lib/contracts/channel";
import type { ContainerRow } from "@/lib/contracts/docker";
import type { Access, Endpoint } from "@/lib/contracts/endpoint";
import type { ContainerRule } from "@/lib/shared/container-rules";
import { applyLive, type LiveMessage } from "@/lib/shared/live-rows";
import { groups } from "@/lib/server/groups";
import { busyboxProblem, importBusybox } from "@/lib/server/process/busybox-image";
import { dockerdProblem, startDockerd, type Dockerd } from "@/lib/server/process/dockerd-fixture";
import { noGrants } from "@/lib/server/session/grants";
import { forgetActors } from "@/lib/server/session/find-actor";
import { recheckAll } from "@/lib/server/session/recheck";
import { allTerminals } from "@/lib/server/terminal/terminals";

const all = Object.entries(contracts).flatMap(([group, contract]) =>
  Object.entries<Endpoint>(contract).map(([name, endpoint]) => ({ name: `${group}/${name}`, endpoint })),
);
const endpoints = all.filter(({ endpoint: { path } }) => path.startsWith("docker/"));
const isForAll = (access: Access) => access === "public" || access === "session" || access === "any-session";
const wantsPermission = all.filter(({ endpoint: { access } }) => !isForAll(access) && !opensByRule(access));
/** What everybody has who is signed in; but for what ends the session, or is of its sign-in. */
const forAll = all.filter(
  ({ name, endpoint: { access } }) =>
    isForAll(access) && !["user/logout", "user/login", "about/openapi"].includes(name),
);
const allChannels = Object.values(channels).flatMap((ofGroup) => Object.values<Channel>(ofGroup));
const dockerChannels = allChannels.filter(({ name }) => name.startsWith("docker/"));
const otherChannels = allChannels.filter(({ access }) => !isForAll(access) && !opensByRule(access));

function opensByRule(access: Access): boolean {
  return access === "docker_container_rule" || (Array.isArray(access) && access.includes("docker_container_rule"));
}

/** Values that an input may want, whatever it is about. Its containers are the one in question. */
const values = (id: string): Record<string, string | number> => ({
  id,
  container: id,
  action: "start",
  name: "taken",
  cols: 80,
  rows: 24,
  tail: 5,
});

/** All that starting and stopping one container opens. */
const opened = new Set([
  "docker/listContainers",
  "docker/getContainer",
  "docker/changeContainer",
  "docker/listContainerEvents",
]);

const textOf = (frame: string | Uint8Array | ArrayBuffer) => (typeof frame === "string" ? frame : "");

const errorOf = (end: ChannelEnd | null) => (end !== null && "error" in end ? end.error : "none");

describe.skipIf(dockerdProblem() !== null || busyboxProblem() !== null)(
  "whoever may start and stop one container",
  () => {
    let daemon: Dockerd;
    let server: Awaited<ReturnType<typeof startRealtime>>;
    type Session = Awaited<ReturnType<typeof server.sessionOf>>;
    let session: Session;
    const run = (name: string, ...options: string[]) =>
      daemon.docker("run", "-d", "--name", name, "--stop-signal", "KILL", ...options, "box", "/bin/sleep", "1000");
    const stateOf = (name: string) =>
      daemon.docker("inspect", "-f", "{{.State.Status}}", name).then((said) => said.trim());
    const idOf = (name: string) => daemon.docker("inspect", "-f", "{{.Id}}", name).then((said) => said.trim());

    async function permit({ userId }: Session, containers: readonly ContainerRule[]): Promise<void> {
      await server.api.db.user.update({
        where: { id: userId },
        data: { grants: { ...noGrants, containers: [...containers] } },
      });
      forgetActors();
    }

    async function ask(endpoint: Endpoint, input: Record<string, string | number>, by: Session = session) {
      const isBody = endpoint.method === "POST" || endpoint.method === "PUT";
      const inPath = new Set<string>();
      const path = endpoint.path.replaceAll(/\{(\w+)\*?\}/g, (_, name: string) => {
        inPath.add(name);
        return encodeURIComponent(String(input[name] ?? "x"));
      });
      const others = Object.entries(input).filter(([name]) => !inPath.has(name));
      const query = isBody
        ? ""
        : `?${new URLSearchParams(others.map(([name, value]) => [name, String(value)])).toString()}`;
      const answer = await server.api.send(endpoint.method, `/api/${path}${query}`, {
        token: by.token,
        headers: {
          cookie: by.cookie,
          origin: server.api.url,
          host: new URL(server.api.url).host,
          "content-type": "application/json",
        },
        ...(isBody ? { body: JSON.stringify(Object.fromEntries(others)) } : {}),
      });
      const text = answer.body.toString();
      const isJson = text !== "" && String(answer.headers["content-type"]).includes("json");
      const { message = "", data } = (isJson ? JSON.parse(text) : {}) as { message?: string; data?: unknown };
      return { status: answer.status, message, data, text };
    }
    const change = (id: string, action: string, by?: Session) =>
      ask(contracts.docker.changeContainer, { id, action }, by);

    beforeAll(async () => {
      daemon = await startDockerd();
      await importBusybox(daemon.docker, "box", ["sh", "sleep", "stty", "grep"]);
      vi.stubEnv("DOCKER_HOST", daemon.env["DOCKER_HOST"] ?? "");
      server = await startRealtime(groups.flatMap(({ channels: ofGroup = [] }) => ofGroup));
      await run("web-1");
      await run("db", "-e", "SECRET=1");
      session = await server.sessionOf([]);
      await permit(session, [{ match: "web-*", may: ["start_stop"] }]);
    });
    afterAll(async () => {
      server.leave();
      await server.close();
      vi.unstubAllEnvs();
      await daemon.stop();
    });

    test.each(endpoints)("$name is refused, or does nothing to others", async ({ name, endpoint }) => {
      const own = await ask(endpoint, values("web-1"));
      const foreign = await ask(endpoint, values("db"));
      const byId = await ask(endpoint, values(await idOf("db")));
      const nowhere = await ask(endpoint, values("nobody"));
      const isOpen = opened.has(name);
      expect(own.status).toBe(isOpen ? 200 : 403);
      // What is said of others is word for word what is said of what is not there.
      expect([foreign.status, byId.status]).toEqual([nowhere.status, nowhere.status]);
      expect(foreign.message.replace("db", "nobody")).toBe(nowhere.message);
      expect(name === "docker/listContainers" ? [200] : isOpen ? [404] : [403, 404]).toContain(nowhere.status);
      expect(await daemon.docker("ps", "-a", "--format", "{{.Names}} {{.State}}")).toBe("db running\nweb-1 running");
      expect(allTerminals()).toEqual([]);
    });

    const stateOfAll = () => daemon.docker("ps", "-a", "--format", "{{.Names}} {{.State}}");

    test("all that wants a permission is refused, bytes included, before anything is asked of it", async () => {
      expect(wantsPermission.length).toBeGreaterThan(250);
      for (const { name, endpoint } of wantsPermission)
        for (const id of ["web-1", "db"]) {
          const { status, message } = await ask(endpoint, values(id));
          expect.soft([name, id, status, status === 403 ? "" : message]).toEqual([name, id, 403, ""]);
        }
      expect(await stateOfAll()).toBe("db running\nweb-1 running");
    });

    test("what everybody has tells nothing of containers and does nothing to them", async () => {
      expect(forAll.length).toBeGreaterThan(50);
      const other = await server.sessionOf([]);
      await permit(other, [{ match: "web-*", may: ["start_stop"] }]);
      for (const { name, endpoint } of forAll)
        for (const id of ["web-1", "db"]) {
          const { status, text } = await ask(endpoint, values(id), other);
          expect
            .soft([name, status < 500, /SECRET|\/bin\/sleep/.test(text)], text.slice(0, 200))
            .toEqual([name, true, false]);
        }
      expect(await stateOfAll()).toBe("db running\nweb-1 running");
      expect(allTerminals()).toEqual([]);
    });

    test("no other channel opens", async () => {
      expect(otherChannels.length).toBeGreaterThan(10);
      const socket = await server.tab(session);
      for (const [index, { name }] of otherChannels.entries()) {
        const end = new Promise<ChannelEnd>((resolve) => socket.once("channel/closed", (_, told) => resolve(told)));
        socket.emit("channel/open", index + 1, name, values("web-1"));
        expect.soft([name, errorOf(await end)]).toEqual([name, "auth/forbidden"]);
      }
      socket.disconnect();
    });

    test.each(dockerChannels)("$name is refused, or shows nothing of others", async ({ name }) => {
      const socket = await server.tab(session);
      const seen: string[] = [];
      let told: ChannelEnd | null = null;
      socket.on("channel/data", (_, frame) => seen.push(textOf(frame)));
      socket.once("channel/closed", (_, end) => (told = end));
      socket.emit("channel/open", 1, name, values("db"));
      const isListed = name === "docker/follow";
      await vi.waitFor(() => expect(isListed ? seen.join("").includes("web-1") : told !== null).toBe(true), {});
      expect(seen.join("")).not.toMatch(/"db"/);
      expect(isListed && told === null ? "auth/forbidden" : errorOf(told)).toMatch(
        /^(?:auth\/forbidden|docker\/not-found)$/,
      );
      socket.disconnect();
    });

    test("the list has it alone, and only as long as its name fits", async () => {
      const list = async () => {
        const { data } = await ask(contracts.docker.listContainers, {});
        return (data as { containers: { name: string }[] }).containers.map(({ name }) => name);
      };
      expect(await list()).toEqual(["web-1"]);
      await daemon.docker("rename", "web-1", "other");
      expect(await list()).toEqual([]);
      const id = await idOf("other");
      expect((await change(id, "stop")).status).toBe(404);
      expect(await stateOf("other")).toBe("running");
      await daemon.docker("rename", "other", "web-1");
      expect((await change(id, "stop")).status).toBe(200);
      expect(await stateOf("web-1")).toBe("exited");
      expect((await change("web-1", "start")).status).toBe(200);
      expect((await change("web-1", "kill")).status).toBe(403);
      // Nothing is found out by the beginning of an id either.
      expect((await change((await idOf("db")).slice(0, 6), "stop")).status).toBe(404);
    });

    test("its logs and its shell are rights of their own, and end with them", async () => {
      const [helper, size] = [await server.sessionOf([]), { cols: 80, rows: 24 }];
      const rule = (...may: ContainerRule["may"]) => permit(helper, [{ match: "web-1", may }]);
      await rule("logs", "shell");
      expect((await change("web-1", "stop", helper)).status).toBe(403);
      const shell = await ask(contracts.docker.openContainerTerminal, { id: "web-1", ...size }, helper);
      const logs = await ask(contracts.docker.openContainerLogs, { id: "web-1", ...size }, helper);
      expect([shell.status, logs.status]).toEqual([200, 200]);
      await recheckAll();
      expect(allTerminals()).toHaveLength(2);
      await rule("logs");
      await recheckAll();
      await vi.waitFor(() => expect(allTerminals()).toHaveLength(1));
      await daemon.docker("rename", "web-1", "away");
      await recheckAll();
      await vi.waitFor(() => expect(allTerminals()).toEqual([]));
      await daemon.docker("rename", "away", "web-1");
    });

    test("a shell is no way to root", async () => {
      await daemon.docker("create", "--name", "web-root", "--privileged", "box", "/bin/sleep", "1000");
      const helper = await server.sessionOf([]);
      await permit(helper, [{ match: "web-*", may: ["shell"] }]);
      const answer = await ask(contracts.docker.openContainerTerminal, { id: "web-root", cols: 80, rows: 24 }, helper);
      expect([answer.status, answer.message]).toEqual([403, expect.stringContaining("administrators")]);
      await daemon.docker("rm", "-f", "web-root");
    });

    test("a project counts where Compose says so, and not the image", async () => {
      const labels = ["--label", "com.docker.compose.project=shop", "--label", "com.docker.compose.config-hash=0"];
      await run("shop-web-1", ...labels);
      await run("unproven", "--label", "com.docker.compose.project=shop");
      const made = await daemon.docker("create", "box", "/bin/sleep");
      const changes = ['LABEL com.docker.compose.project="shop"', 'LABEL com.docker.compose.config-hash="0"'];
      await daemon.docker("commit", ...changes.flatMap((line) => ["--change", line]), made, "sly");
      await daemon.docker("run", "-d", "--name", "sly", "sly", "/bin/sleep", "1000");
      const helper = await server.sessionOf([]);
      await permit(helper, [{ match: "project:shop", may: ["start_stop"] }]);
      const { data } = await ask(contracts.docker.listContainers, {}, helper);
      expect(data).toMatchObject({ containers: [{ name: "shop-web-1", project: "shop" }] });
      expect((await change("unproven", "pause", helper)).status).toBe(404);
      expect((await change("sly", "pause", helper)).status).toBe(404);
      expect((await change("shop-web-1", "pause", helper)).status).toBe(200);
      await daemon.docker("rm", "-f", "shop-web-1", "unproven", "sly", made);
    });

    test("the live list ends when the rules become others", async () => {
      const helper = await server.sessionOf([]);
      await permit(helper, [{ match: "web-1", may: [] }]);
      const socket = await server.tab(helper);
      let rows: ReadonlyMap<string, ContainerRow> = new Map();
      socket.on("channel/data", (_, frame) => {
        rows = applyLive(rows, JSON.parse(textOf(frame)) as LiveMessage<ContainerRow>);
      });
      const ended = new Promise<ChannelEnd>((resolve) => socket.once("channel/closed", (_, end) => resolve(end)));
      socket.emit("channel/open", 2, "docker/follow", {});
      await vi.waitFor(() => expect([...rows.values()]).toMatchObject([{ name: "web-1", may: [] }]), {});
      expect(JSON.stringify([...rows.values()])).not.toContain("certain");
      await daemon.docker("rename", "web-1", "away");
      await vi.waitFor(() => expect(rows.size).toBe(0));
      await daemon.docker("rename", "away", "web-1");
      await permit(helper, [{ match: "db", may: [] }]);
      await recheckAll();
      expect(await ended).toMatchObject({ error: "auth/forbidden" });
      socket.disconnect();
    });
  },
);
