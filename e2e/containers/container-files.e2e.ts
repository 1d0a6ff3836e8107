import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { OutputOf } from "@/lib/contracts/endpoint";
import type { userContract } from "@/lib/contracts/user";
import { busyboxProblem, importBusybox } from "@/lib/server/process/busybox-image";
import { dockerdProblem, startDockerd, type Dockerd } from "@/lib/server/process/dockerd-fixture";
import { call, makeUser, signIn, type CallOptions, type Session } from "../support/api-client";
import { violationsInThemes } from "../support/axe";
import { finishTask } from "../support/finish-task";
import { makeShare } from "../support/make-share";
import { startFiledeck, type Filedeck } from "../support/start-filedeck";
import { enter, expect, test } from "../support/test";

type Explained = OutputOf<typeof userContract.explainAccess>;

const problem = dockerdProblem() ?? busyboxProblem();
/** Of another server than the worker's. */
const elsewhere = /^request outside: (?:http|ws):\/\/127\.0\.0\.1:/;
/** Answers while a container does not run, and at the moment at which it ends. */
const notRunning = /Failed to load resource: the server responded with a status of (?:409|503)/;
test.skip(problem !== null, problem ?? "");
test.setTimeout(90_000);

let daemon: Dockerd;
let server: Filedeck;
let root: Session;
const run = (name: string, ...options: string[]) =>
  daemon.docker("run", "-d", "--name", name, "--stop-signal", "KILL", ...options, "box", "/bin/sleep", "1000");
const inside = (name: string, command: string) => daemon.docker("exec", name, "/bin/sh", "-c", command);
const ask = <T = unknown>(where: string, options: CallOptions = {}) =>
  call<T>(server, where, { session: root, ...options });
const open = (id: string, session = root) =>
  call<{ folder: string }>(server, "docker/files", { session, body: { id } });
const namesIn = async (folder: string, session = root) => {
  const { status, answer } = await call<{ folders: { name: string }[]; files: { name: string }[] }>(
    server,
    `file/${folder}`,
    { session },
  );
  return status === 200 ? [...answer.data.folders, ...answer.data.files].map(({ name }) => name) : answer.error;
};

test.beforeAll(async () => {
  daemon = await startDockerd({ ownNetwork: true });
  await importBusybox(daemon.docker, "box", [
    "sh",
    "sleep",
    "mkdir",
    "ln",
    "mknod",
    "mkfifo",
    "cat",
    "chown",
    "stat",
    "echo",
  ]);
  await run("web");
  server = await startFiledeck({ env: { DOCKER_HOST: daemon.env["DOCKER_HOST"] ?? "" } });
  root = await signIn(server);
});
test.afterAll(async () => {
  await server.remove();
  await daemon.stop();
});

test("files of a container are read, written, copied both ways, and removed", async () => {
  await inside("web", "mkdir /app; echo hello >/app/a.txt; chown 7:8 /app");
  const { answer } = await open("web");
  expect(answer.data.folder).toBe("container-web");
  expect(await namesIn("container-web")).toEqual(expect.arrayContaining(["app", "bin", "proc", "tmp"]));
  const read = await ask<{ context: string }>("file/container-web/app/a.txt");
  expect(read.text).toContain("hello");

  await ask("file/save/container-web/app/a.txt", { body: { context: "changed" } });
  expect(await inside("web", "cat /app/a.txt")).toBe("changed");
  await ask("file/container-web/app/new.bin", { method: "PUT", body: new Uint8Array(300_000).fill(7) });
  expect(await inside("web", "stat -c '%s %u %g' /app/new.bin")).toBe("300000 7 8");
  await ask("file/new/dir", { body: { path: "container-web/app/sub" } });
  await ask("file/rename", { body: { path: "container-web/app/new.bin", newName: "moved.bin" } });
  expect(await namesIn("container-web/app")).toEqual(["sub", "a.txt", "moved.bin"]);

  const copied = await ask<{ taskId: string }>("file/copy", { body: { files: ["container-web/app"], to: "files" } });
  expect(await finishTask(server, root, copied.answer.data.taskId)).toMatchObject({ state: "done" });
  expect(readFileSync(path.join(server.filesDir, "app/a.txt"), "utf8")).toBe("changed");
  mkdirSync(path.join(server.filesDir, "back"));
  writeFileSync(path.join(server.filesDir, "back/b.txt"), "from the disk");
  const back = await ask<{ taskId: string }>("file/copy", { body: { files: ["files/back"], to: "container-web/tmp" } });
  await finishTask(server, root, back.answer.data.taskId);
  expect(await inside("web", "cat /tmp/back/b.txt")).toBe("from the disk");

  const zip = await ask("file/download?file=container-web/app&format=zip");
  expect(zip.status).toBe(200);
  expect(zip.text).toContain("moved.bin");
  const kept = await ask<{ taskId: string }>("file/container-web/tmp/back", { method: "DELETE" });
  expect(
    kept.status === 200 ? (await finishTask(server, root, kept.answer.data.taskId)).state : kept.answer.error,
  ).not.toBe("done");
  const gone = await ask<{ taskId: string }>("file/container-web/tmp/back?permanent=1", { method: "DELETE" });
  await finishTask(server, root, gone.answer.data.taskId);
  expect(await namesIn("container-web/tmp")).toEqual([]);
  const log = await ask("audit/list?limit=50");
  expect(log.text).toContain("container-web/app/a.txt");
});

test("nothing leads out of a container, and no device is opened", async () => {
  await run("hostile");
  const secret = path.join(server.dataDir, "filedeck.db");
  await inside(
    "hostile",
    `mkdir /h; cd /h; ln -s ${secret} db; ln -s /etc etc; ln -s ../../../../../../../../../../ up; ln -s /proc/1/root rooted; mknod zero c 1 5; mkfifo pipe; ln -s /proc/1/environ env; mkdir 'a\nb'`,
  );
  await open("hostile");
  const at = (name: string) => ask(`file/container-hostile/h/${name}`);
  for (const name of ["db", "etc/shadow", "rooted/etc/shadow", "env"])
    expect((await at(name)).status, name).not.toBe(200);
  // Links lead to what they lead to from inside.
  expect(await namesIn("container-hostile/h/up")).toEqual(await namesIn("container-hostile"));
  for (const name of ["zero", "pipe"]) {
    expect((await at(name)).answer.error, name).toBe("file/special");
    // As an archive, in which only the report of what is missing is.
    expect((await ask(`file/download?file=container-hostile/h/${name}`)).text.length, name).toBeLessThan(4_096);
  }
  for (const folder of ["proc", "sys", "proc/1/root", "proc/self/fd", "sys/kernel"])
    expect(await namesIn(`container-hostile/${folder}`), folder).not.toContain("etc");
  expect((await ask("file/container-hostile/proc")).answer.error).toBe("file/access-denied");
  expect(
    (await ask("file/save/container-hostile/proc/sys/kernel/core_pattern", { body: { context: "x" } })).status,
  ).not.toBe(200);
  expect(await namesIn("container-hostile/h")).toContain("a\nb");

  // What cannot come is told, and all else comes.
  const parts = ["container-hostile/h", "container-hostile/bin", "container-hostile/proc", "container-hostile/dev"];
  const some = await ask<{ taskId: string }>("file/copy", { body: { files: parts, to: "files" } });
  const task = await finishTask(server, root, some.answer.data.taskId);
  expect(task.failures.map(({ path: failed }) => failed)).toEqual(
    expect.arrayContaining(["container-hostile/proc", "container-hostile/h/zero", "container-hostile/h/pipe"]),
  );
  expect(readdirSync(path.join(server.filesDir, "bin"))).toContain("busybox");
  expect(existsSync(path.join(server.filesDir, "h/zero"))).toBe(false);
});

test("whoever may not open a shell sees no file, and a right that goes ends it at once", async () => {
  await run("bound", "-v", `${server.dataDir}:/mnt`);
  const looks = await signIn(server, await makeUser(server, root, { permissions: ["docker_view", "file_read"] }));
  const made = await makeUser(server, root, { permissions: ["file_read"] });
  let other = await signIn(server, made);
  expect((await open("web", looks)).answer.error).toBe("auth/forbidden");
  expect((await open("web", other)).answer.error).toBe("auth/forbidden");
  const grant = async (may: string[]) => {
    await ask("user/confirm", { body: { password: root.password } });
    const changed = await ask(`user/users/${made.id}`, {
      method: "PUT",
      body: { containers: may.length === 0 ? [] : [{ match: "web*", may }] },
    });
    expect(changed.status).toBe(200);
    // A change of an account signs it out.
    other = await signIn(server, made);
  };
  await grant(["logs"]);
  expect((await open("web", other)).answer.error).toBe("auth/forbidden");
  await grant(["shell"]);
  expect((await open("bound", other)).answer.error).toBe("docker/not-found");
  expect((await open("web", other)).status).toBe(200);
  expect(await namesIn("container-web", other)).toContain("bin");
  // A place of one's own, and nobody else's.
  expect(await namesIn("container-hostile", other)).toBe("file/not-found");
  await grant([]);
  expect(await namesIn("container-web", other)).toBe("file/not-found");
  await grant(["shell"]);
  await daemon.docker("rename", "web", "elsewhere");
  await expect.poll(() => namesIn("container-web", other)).toBe("docker/not-found");
  await daemon.docker("rename", "elsewhere", "web");

  const manages = await signIn(
    server,
    await makeUser(server, root, { permissions: ["docker_view", "docker_container_update", "file_read"] }),
  );
  expect((await open("bound", manages)).answer.error).toBe("docker/others-shell");
  expect((await open("bound", root)).status).toBe(200);
});

test("what is explained of a container is what opening it answers", async ({ page, expectConsole }) => {
  expectConsole(elsewhere);
  await run("wide", "-v", `${server.dataDir}:/mnt`);
  await run("over");
  await daemon.docker("kill", "over");
  const user = await makeUser(server, root, { permissions: ["file_read"] });
  const explain = async (name: string) => {
    const query = new URLSearchParams({ action: "read", path: `container:${name}/bin` });
    const { answer } = await ask<Explained>(`user/users/${user.id}/rights/explain?${query}`);
    const refusing = answer.data.checks.filter(({ ok }) => !ok);
    return refusing.map((check) => (check.kind === "container" ? check.problem : check.kind));
  };
  const allow = async (containers: { match: string; may: string[] }[]) => {
    await ask("user/confirm", { body: { password: root.password } });
    expect((await ask(`user/users/${user.id}`, { method: "PUT", body: { containers } })).status).toBe(200);
    return signIn(server, user);
  };
  for (const [name, rules, told, answered] of [
    ["web", [], "unseen", "auth/forbidden"],
    ["web", [{ match: "other", may: ["shell"] }], "unseen", "docker/not-found"],
    ["web", [{ match: "w*", may: ["logs"] }], "no_shell", "auth/forbidden"],
    ["wide", [{ match: "*", may: ["shell"] }], "reaches_further", "docker/root-only-files"],
    ["over", [{ match: "*", may: ["shell"] }], "stopped", "docker/not-running"],
  ] as const) {
    const session = await allow(rules.map(({ match, may }) => ({ match, may: [...may] })));
    expect([name, await explain(name), (await open(name, session)).answer.error]).toEqual([
      name,
      [told, "location"],
      answered,
    ]);
  }
  const session = await allow([{ match: "web", may: ["shell"] }]);
  expect(await explain("web")).toEqual(["location"]);
  await enter(page, server, root);
  await page.goto(`${server.url}/users?rights=${user.id}`);
  const form = page.getByRole("form", { name: "Check access" });
  await form.getByLabel("Absolute path").fill("web:/bin");
  await form.getByRole("button", { name: "Check" }).click();
  await expect(page.getByText("The user may open the container “web”")).toBeVisible();
  await expect(page.getByText("Not among the user’s locations yet")).toBeVisible();
  expect((await open("web", session)).status).toBe(200);
  expect(await explain("web")).toEqual([]);
  expect(await namesIn("container-web/bin", session)).toContain("sh");
});

test("what is shared of a container is there for visitors as long as for who has shared it", async () => {
  await inside("web", "mkdir -p /srv/out; echo read me > /srv/out/note.txt");
  const made = await makeUser(server, root, { permissions: ["file_read", "file_share"] });
  const allow = async (may: string[]) => {
    await ask("user/confirm", { body: { password: root.password } });
    const body = { containers: may.length === 0 ? [] : [{ match: "web", may }] };
    expect((await ask(`user/users/${made.id}`, { method: "PUT", body })).status).toBe(200);
  };
  await allow(["shell"]);
  const session = await signIn(server, made);
  expect((await open("web", session)).status).toBe(200);
  const { link } = await makeShare(server, session, { files: ["container-web/srv/out"] });
  const read = async () => (await call<{ context: string }>(server, `share/${link}/text?path=out/note.txt`)).text;
  expect(await read()).toContain("read me");
  await allow([]);
  await expect.poll(read).not.toContain("read me");
});

test("the page says when the container stops, and goes on when it runs again", async ({ page, expectConsole }) => {
  expectConsole(elsewhere);
  expectConsole(notRunning);
  await run("phoenix");
  await enter(page, server, root);
  await page.goto(`${server.url}/containers`);
  const row = page.getByRole("row", { name: /^phoenix/ });
  await row.click({ button: "right" });
  await page.getByRole("menuitem", { name: "Browse files" }).click();
  await expect(page).toHaveURL(/container-phoenix/);
  await expect(page.getByRole("navigation").getByRole("link", { name: "phoenix" }).first()).toBeVisible();
  await expect(page.getByText("bin", { exact: true }).first()).toBeVisible();
  expect(await violationsInThemes(page)).toEqual([]);
  await inside("phoenix", "echo here >/made-inside");
  await expect(page.getByText("made-inside")).toBeVisible();

  await daemon.docker("kill", "phoenix");
  await expect(page.getByText("The container phoenix isn’t running").first()).toBeVisible();
  await daemon.docker("start", "phoenix");
  await expect(page.getByText("isn’t running")).toHaveCount(0);
  await expect(page.getByText("made-inside")).toBeVisible();
  await daemon.docker("kill", "phoenix");
  await page.goto(`${server.url}/browse/container-phoenix`);
  await expect(page.getByText("appear here again as soon as it runs")).toBeVisible();
  await daemon.docker("start", "phoenix");
  await expect(page.getByText("made-inside")).toBeVisible();
  await inside("phoenix", "echo later >/made-later");
  await expect(page.getByText("made-later")).toBeVisible();

  await page.goto(`${server.url}/containers`);
  await row.click({ button: "right" });
  await page.getByRole("menuitem", { name: "Remove from locations" }).click();
  await expect(page.getByRole("navigation").getByRole("link", { name: "phoenix" })).toHaveCount(0);
});

test("nothing of it is held: no mount, and no descriptor when it is over", async () => {
  await run("brief");
  await open("brief");
  expect(await namesIn("container-brief/bin")).toContain("sh");
  await daemon.docker("rm", "-f", "brief");
  await expect.poll(() => namesIn("container-brief")).toBe("docker/not-found");
  expect(statSync(server.dataDir).isDirectory()).toBe(true);
});
