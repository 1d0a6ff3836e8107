import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startTusServer, type TusServer } from "@/e2e/support/start-tus-server";
import { contracts } from "@/lib/contracts/all";
import type { Endpoint } from "@/lib/contracts/endpoint";
import { permissionNames, type Permission } from "@/lib/shared/permissions";
import { randomId } from "@/lib/shared/units";
import { hashToken } from "@/lib/server/base/keys";
import { variablesSetting } from "@/lib/server/environment/environment-settings";
import { busyboxProblem, importBusybox } from "@/lib/server/process/busybox-image";
import { dockerdProblem, startDockerd, type Dockerd } from "@/lib/server/process/dockerd-fixture";
import { terminalSetting } from "@/lib/server/terminal/terminal-setting";
import { findActorNow, findAppPasswordHolder, findTokenActor, findUserActor } from "./find-actor";

let server: TusServer;
let rootId: string;
beforeAll(async () => {
  server = await startTusServer();
  ({ id: rootId } = await server.db.user.findFirstOrThrow());
});
afterAll(() => server.close());

type Asked = { body?: object; token: string };

async function ask(method: string, to: string, { body, token }: Asked) {
  const answer = await server.send(method, `/api/${to}`, {
    token,
    headers: { "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = answer.body.toString();
  const isJson = String(answer.headers["content-type"]).includes("application/json");
  const { error, data } = (isJson ? JSON.parse(text) : {}) as { error?: string; data?: unknown };
  return { status: answer.status, error: error ?? null, data, text };
}

const tokenFor = (...permissions: Permission[]) => server.makeToken(rootId, permissions);

test("nobody is an administrator by a token or by a password for programs, then or later", async () => {
  const token = await tokenFor(...permissionNames);
  const secret = randomId();
  const row = { id: randomId(), userId: rootId, name: "backup", secretHash: hashToken(secret), readOnly: false };
  await server.db.appPassword.create({ data: row });
  const byToken = await findTokenActor(server.db, token);
  const byPassword = (await findAppPasswordHolder(server.db, secret))?.actor;
  for (const actor of [byToken, byPassword]) {
    expect(actor).toMatchObject({ userId: rootId, isRoot: false, scopes: null });
    expect(actor?.permissions).toEqual(new Set(permissionNames));
    const later = await findActorNow(server.db, actor ?? { userId: null, tokenId: null });
    expect(later).toMatchObject({ tokenId: actor?.tokenId, isRoot: false });
  }
  expect(await findUserActor(server.db, rootId)).toMatchObject({ isRoot: true });
  await server.db.appPassword.delete({ where: { id: row.id } });
});

test("a token is told what it is, and has its folders by what it lists", async () => {
  const reader = await tokenFor("file_read");
  const { data } = await ask("GET", "user/userInfo/get", { token: reader });
  expect(data).toMatchObject({ user_data: { is_root: false, auth_list: ["file_read"] } });
  writeFileSync(path.join(server.filesDir, "read.txt"), "mine");
  expect((await ask("GET", "file/files/read.txt", { token: reader })).data).toMatchObject({ context: "mine" });
  expect((await ask("GET", "file/system/etc/passwd", { token: reader })).text).toContain("root:");
  expect((await ask("GET", "file/files/read.txt", { token: await tokenFor("sys_view") })).status).toBe(403);
});

test("shares of others are not a token's to see", async () => {
  const token = await tokenFor("file_share", "file_read");
  const other = await server.makeUser([server.filesDir], ["file_share", "file_read"]);
  writeFileSync(path.join(server.filesDir, "shared.txt"), "theirs");
  const made = await ask("POST", "share/create", {
    token: other.token,
    body: { files: ["files/shared.txt"], mode: "download", password: null, expires_at: null, max_downloads: null },
  });
  expect(made.status).toBe(200);
  expect((await ask("GET", "share/list", { token })).data).toMatchObject({ shares: [] });
});

const variable = { name: "MAILPATH", value: "/x?$(id)", note: "", audience: "everyone", isSecret: false };

test("what decides over administrators' shells is not a token's to set", async () => {
  const token = await tokenFor("sys_env_setting_key", "pty_cmd_update", "env_path_update");
  const set = async (change: object) =>
    (await ask("POST", "setting/variables", { token, body: { variables: [{ ...variable, ...change }] } })).error;
  expect([await set({}), await set({ audience: "others" })]).toEqual(["auth/forbidden", "environment/read-name"]);
  expect(variablesSetting.get().variables).toEqual([]);
  const found = await ask("GET", "setting/terminal", { token });
  const changed = { ...(found.data as object), account: "root" };
  expect((await ask("POST", "setting/terminal", { token, body: changed })).error).toBe("auth/forbidden");
  expect(terminalSetting.get().account).not.toBe("root");
  const paths = [{ path: "/opt/x", note: "", audience: "everyone" }];
  expect((await ask("POST", "setting/search-paths", { token, body: { paths } })).error).toBe("auth/forbidden");
  // What anybody with the permission may.
  expect(await set({ name: "SITE_X", audience: "others" })).toBeNull();
});

test("special bits and owners of files are not a token's to set", async () => {
  const token = await tokenFor("file_attributes", "file_read");
  const file = path.join(server.filesDir, "plain");
  writeFileSync(file, "");
  chmodSync(file, 0o644);
  for (const change of [{ mode: 0o4755 }, { owner: "root" }]) {
    const asked = await ask("POST", "file/attributes", { token, body: { files: ["files/plain"], ...change } });
    expect(asked.error).toBe("auth/forbidden");
  }
  expect((await ask("POST", "file/attributes", { token, body: { files: ["files/plain"], mode: 0o600 } })).status).toBe(
    200,
  );
});

// Whoever is found again by an id has all rights of the user: findActorNow is for whoever acts, the others find somebody else.
test("nothing that a token does finds its user again", () => {
  const files = readdirSync("lib/server", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !/\.test\.|-fixture\.|generated/.test(name))
    .filter((name) => /\b(?:findUserActor|toActor)\(\w/.test(readFileSync(path.join("lib/server", name), "utf8")));
  expect(files.toSorted()).toEqual([
    "about/watch-places.ts",
    "alert/tell-of-alert.ts",
    "backup/find-backup-owner.ts",
    "backup/find-reader.ts",
    // Whose locks stay.
    "dav/drop-ended-locks.ts",
    // Who made a container.
    "docker/make/make-container.ts",
    "docker/starts/judge-starts.ts",
    "notify/push/send-push.ts",
    "session/find-actor.ts",
    // Owners of shares.
    "share/manage-shares.ts",
    "share/open-share.ts",
    "share/relink-share.ts",
    "share/to-share.ts",
    "ssh/forward/live-forwards.ts",
    // Owners of hosts.
    "ssh/hosts.ts",
    // Guests of terminals.
    "terminal/guest-rights.ts",
    "terminal/share-terminal.ts",
    "trash/sweep-trash.ts",
    // Takes empty folders away that an upload has made.
    "upload/sweep-uploads.ts",
    "user/explain-rights.ts",
  ]);
});

describe.skipIf(dockerdProblem() !== null || busyboxProblem() !== null)("with a daemon", () => {
  let daemon: Dockerd;
  let folder: string;
  beforeAll(async () => {
    daemon = await startDockerd();
    await importBusybox(daemon.docker, "box", ["sh", "sleep", "cat"]);
    vi.stubEnv("DOCKER_HOST", daemon.env["DOCKER_HOST"] ?? "");
    folder = path.join(server.filesDir, "bound");
    mkdirSync(folder);
    writeFileSync(path.join(folder, "key"), "OF-THE-HOST");
    await daemon.docker("volume", "create", "held");
    const run = ["run", "-d", "--name", "web", "-e", "SECRET=IN-ENVIRONMENT", "-v", `${folder}:/host:ro`];
    await daemon.docker(...run, "-v", "held:/v", "box", "/bin/sleep", "1000");
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await daemon.stop();
  });

  const spec = {
    name: "made",
    image: "box",
    command: ["/bin/sleep", "1000"],
    environment: [],
    ports: [],
    mounts: [],
    memory: null,
    cpus: null,
    restart: "no",
    labels: {},
    network: "none",
  };

  test("a token makes containers, networks, and volumes as anybody with its permissions may", async () => {
    const token = await tokenFor("docker_container_update", "docker_volume_update", "docker_network_update");
    const post = (to: string, body: object) => ask("POST", to, { token, body });
    const bind = { kind: "bind", source: folder, destination: "/h", is_writable: false };
    const refused: [to: string, body: object, key: string][] = [
      ["docker/containers", { ...spec, mounts: [bind] }, "docker/root-settings"],
      ["docker/containers", { ...spec, mounts: [{ ...bind, source: "/" }] }, "docker/root-settings"],
      ["docker/containers", { ...spec, mounts: [{ ...bind, source: server.filesDir }] }, "docker/root-settings"],
      ["docker/containers", { ...spec, is_privileged: true }, "docker/root-settings"],
      ["docker/containers", { ...spec, network: "host" }, "docker/others-network"],
      // It may read what is bound there, which its token does not say.
      ["docker/containers/web/recreate", { command: ["/bin/cat", "/host/key"] }, "docker/others-container"],
      [
        "volume/create",
        { name: "etc", driver: "local", options: { type: "none", o: "bind", device: "/etc" } },
        "auth/root-only",
      ],
      ["volume/held/clone", { to: "mine" }, "auth/forbidden"],
      ["network/create", { name: "own", subnet: "172.31.99.0/24" }, "auth/root-only"],
      ["stack/create", { name: "shop", text: "services: {}" }, "auth/forbidden"],
      ["stack/shop/file", { path: "compose.yaml", text: "", etag: null }, "auth/forbidden"],
      ["stack/shop/approve", { digest: "x" }, "auth/forbidden"],
      ["stack/shop/action", { action: "up" }, "auth/forbidden"],
      ["stack/shop/action", { action: "cancel" }, "auth/forbidden"],
    ];
    for (const [to, body, key] of refused) expect.soft([to, (await post(to, body)).error ?? "done"]).toEqual([to, key]);
    expect((await ask("GET", "volume/held/export", { token })).status).toBe(403);
    expect(await daemon.docker("ps", "-a", "--format", "{{.Names}}")).toBe("web");
    expect((await post("docker/containers", spec)).status).toBe(200);
    expect((await post("volume/create", { name: "plain" })).status).toBe(200);
    expect((await post("network/create", { name: "plain" })).status).toBe(200);
    await daemon.docker("rm", "-f", "made");
  });

  test("what a token that lists everything reads tells nothing that is for administrators", async () => {
    const token = await tokenFor(...permissionNames.filter((name) => name !== "file_read"));
    const values: Record<string, string> = { id: "web", name: "held", container: "web", tail: "5", unit: "x.service" };
    // What goes out into the Internet, and what only waits.
    const left = new Set(["about/updates", "sys/metrics/behind"]);
    const reads = Object.values(contracts)
      .flatMap((contract) => Object.values<Endpoint>(contract))
      .filter(({ method, access, path: to }) => method === "GET" && access !== "public" && !left.has(to));
    expect(reads.length).toBeGreaterThan(100);
    const told: string[] = [];
    for (const { path: to } of reads) {
      const address = to.replaceAll(/\{(\w+)\*?\}/g, (_, name: string) => values[name] ?? "x");
      const { status, text } = await ask("GET", `${address}?${new URLSearchParams(values).toString()}`, { token });
      if (status >= 500) told.push(`${to} failed: ${text.slice(0, 200)}`);
      for (const word of ["IN-ENVIRONMENT", "OF-THE-HOST", folder]) if (text.includes(word)) told.push(`${to} ${word}`);
    }
    expect(told).toEqual([]);
  }, 120_000);
});
