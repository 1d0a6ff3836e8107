import { execFile } from "node:child_process";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import type { ServerState } from "@/lib/contracts/about";
import type { FolderListing } from "@/lib/contracts/file";
import { whyNoLandlock } from "@/lib/server/terminal/confined/open-landlocked";
import { call, makeUser, signIn, type Session } from "../support/api-client";
import { freePort } from "../support/free-port";
import { dockerdProblem, startDockerd, type Dockerd } from "@/lib/server/process/dockerd-fixture";
import { rootUser } from "../support/start-filedeck";
import { setTerminals } from "../terminal/support";
import { openTerminalClient } from "../support/terminal-client";
import { z } from "zod";
import type { TerminalInfo } from "@/lib/contracts/terminal";
import { askKeptCode } from "../support/kept-code";

const run = promisify(execFile);
const base = "node:24-bookworm-slim";
const maxImageBytes = 400_000_000;
const maxMediaImageBytes = 650_000_000;
const [puid, pgid] = [12_345, 23_456];
const problem = dockerdProblem();

let daemon: Dockerd;
let srv: string;

// One image for all tests, in order: installing and building in it is what takes the time.
test.describe.configure({ mode: "serial" });
test.skip(problem !== null, problem ?? "");

test.beforeAll(async () => {
  test.setTimeout(40 * 60_000);
  srv = mkdtempSync(path.join(tmpdir(), "filedeck-srv-"));
  writeFileSync(path.join(srv, "hello.txt"), "hello from the host");
  daemon = await startDockerd({ ownProcesses: true });
  const isPulled = await daemon.docker("pull", "-q", base).then(
    () => true,
    () => false,
  );
  if (!isPulled) await run("scripts/make-node-base-image", [base], { env: daemon.env });
  const build = (tag: string, ...args: string[]) =>
    daemon.docker("build", "-q", "--network", "host", ...args, "-t", tag, ".");
  await build("filedeck");
  await build("filedeck-media", "--build-arg", "MEDIA=1");
});

test.afterAll(async () => {
  await daemon?.stop();
  if (srv !== undefined) rmSync(srv, { recursive: true, force: true });
});

/** Starts a container as the README does, on a free port, asked for its health every second instead of every 30. */
async function startContainer(name: string, options: string[] = []): Promise<{ url: string; port: number }> {
  const port = await freePort();
  const mounts = ["-v", `${srv}:/srv`, "-v", "filedeck:/data"];
  const place = ["-p", `127.0.0.1:${port}:8480`, ...mounts, "--health-interval", "1s"];
  await daemon.docker("run", "-d", "--name", name, ...place, ...options, "filedeck");
  await expectHealthy(name);
  return { url: `http://127.0.0.1:${port}`, port };
}

async function expectHealthy(name: string): Promise<void> {
  await expect
    .poll(() => daemon.docker("inspect", "-f", "{{.State.Health.Status}}", name), { timeout: 30_000 })
    .toBe("healthy");
}

async function namesIn(server: { url: string }, session: Session): Promise<string[]> {
  const { answer } = await call<FolderListing>(server, "file/files", { session });
  return answer.data.files.map(({ name }) => name);
}

/** `docker stop`, which sends SIGTERM and kills after ten seconds. */
async function stopInTime(name: string): Promise<void> {
  const startedMs = Date.now();
  await daemon.docker("stop", name);
  expect(Date.now() - startedMs).toBeLessThan(10_000);
  expect(await daemon.docker("inspect", "-f", "{{.State.ExitCode}}", name)).toBe("0");
}

test("the image is small and holds no sources, tests or package manager", async () => {
  const sizeBytes = Number(await daemon.docker("image", "inspect", "-f", "{{.Size}}", "filedeck"));
  console.log(`image: ${Math.round(sizeBytes / 1e6)} MB`);
  expect(sizeBytes).toBeLessThanOrEqual(maxImageBytes);
  const list = await daemon.docker("run", "--rm", "--entrypoint", "ls", "filedeck", "-A", "/app", "/usr/local/bin");
  expect(list).not.toMatch(/\b(?:lib|components|e2e|npm|tsconfig\.json)\b/);
  expect(await daemon.docker("image", "inspect", "-f", "{{json .Config.Volumes}}", "filedeck")).toBe('{"/data":{}}');
});

test("as PUID and PGID it serves the mounted folder and keeps its data over a restart and a new container", async () => {
  chownSync(srv, puid, pgid);
  const user = ["-e", `PUID=${puid}`, "-e", `PGID=${pgid}`];
  const admin = ["-e", `FILEDECK_ADMIN_PASSWORD=${rootUser.password}`];
  const server = await startContainer("first", [...user, ...admin]);
  const session = await signIn(server);
  expect(await namesIn(server, session)).toEqual(["hello.txt"]);
  const { status } = await call(server, "file/files/up.txt", { method: "PUT", session, body: Buffer.from("up") });
  expect(status).toBe(200);
  const { uid, gid } = statSync(path.join(srv, "up.txt"));
  expect([uid, gid, readFileSync(path.join(srv, "up.txt"), "utf8")]).toEqual([puid, pgid, "up"]);

  const opened = await call<{ id: string }>(server, "terminal", { session, body: { cols: 80, rows: 24 } });
  expect(opened.status).toBe(200);
  await expect
    .poll(
      async () => (await call<{ terminals: TerminalInfo[] }>(server, "terminal", { session })).answer.data.terminals,
    )
    .toMatchObject([{ id: opened.answer.data.id, program: "bash", exit: null }]);
  expect(await daemon.docker("exec", "first", "bwrap", "--version")).toContain("bubblewrap");

  await stopInTime("first");
  await daemon.docker("start", "first");
  await expectHealthy("first");
  expect(await namesIn(server, session)).toEqual(["hello.txt", "up.txt"]);

  await stopInTime("first");
  await daemon.docker("rm", "first");
  const again = await startContainer("second", user);
  expect(await namesIn(again, await signIn(again))).toEqual(["hello.txt", "up.txt"]);
  expect(await daemon.docker("logs", "second")).not.toContain("/setup?token=");

  const command = await daemon.docker("inspect", "--format", "{{json .Config.Cmd}}", "second");
  const flags = z
    .array(z.string())
    .parse(JSON.parse(command))
    .filter((word) => word.startsWith("--"));
  expect((await daemon.docker("exec", "second", "node", ...flags, "-e", askKeptCode)).trim()).toBe("false");

  // As root in a container whose server is not: what it writes must stay the server's.
  const next = "a-password-from-the-host";
  const reset = `echo ${next} | node dist/server.mjs reset-password root`;
  await daemon.docker("exec", "second", "sh", "-c", reset);
  await signIn(again, { ...rootUser, password: next });
  expect(await daemon.docker("exec", "second", "find", "/data", "!", "-user", String(puid))).toBe("");
  await stopInTime("second");
  await daemon.docker("rm", "second");
  await daemon.docker("volume", "rm", "filedeck");
});

test("without settings it serves /srv as root and prints a set-up link; a base path changes neither", async () => {
  const { url } = await startContainer("plain", ["-e", "FILEDECK_BASE_PATH=/a/b"]);
  const server = { url: `${url}/a/b` };
  // Healthy is said as soon as the API answers, the link when the pages do.
  let log = "";
  await expect
    .poll(async () => (log = await daemon.docker("logs", "plain")), { timeout: 40_000 })
    .toContain("/setup?token=");
  const token = /\/a\/b\/setup\?token=(\w+)/.exec(log)?.[1];
  const made = await call(server, "user/setup", { body: { token, ...rootUser } });
  expect(made.status).toBe(200);
  const session = await signIn(server);
  expect(await namesIn(server, session)).toContain("hello.txt");
  const page = await fetch(`${server.url}/login`);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("/a/b/_next/static/")]);
  await stopInTime("plain");
});

const asRoot = ["-e", `FILEDECK_ADMIN_PASSWORD=${rootUser.password}`];
const noLandlock = whyNoLandlock();
if (noLandlock !== null) console.log(`shells in the image are not tested: ${noLandlock}`);
else
  test("a user’s shell in an ordinary container sees their folder, and none of the ways out leads there", async () => {
    mkdirSync(path.join(srv, "own"), { recursive: true });
    writeFileSync(path.join(srv, "own", "mine.txt"), "in own");
    chmodSync(srv, 0o755);
    chmodSync(path.join(srv, "own"), 0o777);
    const server = { ...(await startContainer("confined", asRoot)), filesDir: "/srv" };
    const root = await signIn(server);
    await setTerminals(server, root, { account: "nobody" });
    const user = await makeUser(server, root, { permissions: ["terminal", "file_read"], access: ["/srv/own"] });
    const client = openTerminalClient(server, await signIn(server, user));
    const id = await client.open();
    expect(await client.ask(id, "id -un; cat /srv/own/mine.txt; echo x > /srv/own/made && echo made")).toMatch(
      /nobody\nin own.*made\n/s,
    );
    for (const attempt of [
      "cat /srv/hello.txt",
      "ls /data",
      "cat /proc/1/environ",
      "cat /proc/1/root/etc/hostname",
      "echo x > /etc/made-by-the-test",
      "unshare --user true",
      "mount -t tmpfs none /srv/own",
      "chroot / true",
      "setsid --wait true",
      "kill -0 1",
      "echo > /dev/tcp/127.0.0.1/8480",
      "ls /dev/pts",
    ])
      expect([attempt, await client.ask(id, `(${attempt}) && echo dis''aster`)]).toEqual([
        attempt,
        expect.not.stringContaining("disaster"),
      ]);
    client.close();
    await stopInTime("confined");
  });

test("a shell of the host is there for a container that was given what it takes; others are told what they lack", async () => {
  const missingIn = async (server: { url: string }) => {
    const session = await signIn(server);
    return (await call<{ missing: string[] }>(server, "terminal/host", { session })).answer.data.missing;
  };
  const ordinary = await startContainer("ordinary", asRoot);
  expect(await missingIn(ordinary)).toEqual(["pid", "sys_admin", "sys_ptrace"]);
  const refused = await call(ordinary, "terminal/host", {
    session: await signIn(ordinary),
    body: { cols: 80, rows: 24 },
  });
  expect(refused.answer.error).toBe("terminal/no-host");
  await stopInTime("ordinary");
  const flags = ["--pid=host", "--cap-add=SYS_ADMIN", "--cap-add=SYS_PTRACE", "--security-opt=apparmor=unconfined"];
  const server = await startContainer("wide", [...asRoot, ...flags]);
  expect(await missingIn(server)).toEqual([]);
  const client = openTerminalClient(server, await signIn(server));
  const id = await client.open("terminal/host");
  await client.ask(id, "true", 90_000); // root's own profile has its say first: what it waits for is not ours
  const spaces = ["mnt", "net", "uts", "ipc"].map((name) => readlinkSync(`/proc/${daemon.pid}/ns/${name}`));
  expect(await client.ask(id, "readlink /proc/self/ns/{mnt,net,uts,ipc}; id -u; pwd")).toContain(
    [...spaces, "0", "/root"].join("\n"),
  );
  client.close();
  await stopInTime("wide");
});

test("a user who cannot write the data, or nonsense for PUID, is refused by the setting's name", async () => {
  const refused = (...options: string[]) =>
    daemon.docker("run", "--rm", ...options, "filedeck").then(
      () => "started",
      (error: { stderr?: string }) => error.stderr ?? "",
    );
  expect(await refused("--user", "1000")).toMatch(/^FILEDECK_DATA: user 1000 cannot write to \/data/);
  expect(await refused("-e", "PUID=me")).toMatch(/^PUID: must be a number/);
  expect(await refused("-e", "FILEDECK_ROOTS=/nowhere")).toMatch(/^FILEDECK_ROOTS: no such folder/);
});

/** Starts an example with the test's own port and folder, does something with its server, and takes it down. */
async function withCompose(
  example: string,
  changes: readonly [from: string, to: string][],
  act: (server: { url: string }) => Promise<void>,
): Promise<void> {
  const port = await freePort();
  const all = [['"8480:8480"', `"127.0.0.1:${port}:8480"`], ['"/srv:/srv"', `"${srv}:/srv"`], ...changes] as const;
  const file = path.join(srv, example);
  writeFileSync(
    file,
    all.reduce((text, [from, to]) => text.replace(from, to), readFileSync(`examples/${example}`, "utf8")),
  );
  for (const [, to] of all) expect(readFileSync(file, "utf8")).toContain(to);
  const compose = (...args: string[]) =>
    run("docker-compose", ["-p", "filedeck", "-f", file, ...args], { env: daemon.env });
  await compose("up", "-d");
  const server = { url: `http://127.0.0.1:${port}` };
  const isHealthy = () => fetch(`${server.url}/api/health`).catch(() => ({ status: 0 }));
  await expect.poll(async () => (await isHealthy()).status).toBe(200);
  await act(server);
  await compose("down", "--volumes");
}

test("the compose file of the examples starts it", () => withCompose("compose.yaml", [], async () => {}));

test("the compose file for managing the host starts one that reaches the daemon and may enter the host", () => {
  const socket = (daemon.env["DOCKER_HOST"] ?? "").replace("unix://", "");
  const password = `environment:\n      FILEDECK_ADMIN_PASSWORD: "${rootUser.password}"`;
  const changes: [string, string][] = [
    ['"/var/run/docker.sock:', `"${socket}:`],
    ["environment:", password],
  ];
  return withCompose("manage-host.compose.yaml", changes, async (server) => {
    const { answer } = await call<ServerState>(server, "about/state", { session: await signIn(server) });
    expect(answer.data).toMatchObject({ docker: { is_reachable: true }, host_needs: [], installation: "image" });
  });
});

test("with MEDIA=1 it is still not large, and ffmpeg encodes", async () => {
  const sizeBytes = Number(await daemon.docker("image", "inspect", "-f", "{{.Size}}", "filedeck-media"));
  console.log(`image with ffmpeg: ${Math.round(sizeBytes / 1e6)} MB`);
  expect(sizeBytes).toBeLessThanOrEqual(maxMediaImageBytes);
  const inImage = ["run", "--rm", "--network", "none", "--entrypoint", "ffmpeg", "filedeck-media"];
  const film = ["-f", "lavfi", "-i", "testsrc=duration=1", "-f", "lavfi", "-i", "sine=duration=1"];
  const codecs = ["-c:v", "libx264", "-c:a", "aac", "-f", "mp4", "-movflags", "frag_keyframe+empty_moov"];
  await daemon.docker(...inImage, "-v", "error", ...film, ...codecs, "/tmp/film.mp4"); // throws when it fails
});
