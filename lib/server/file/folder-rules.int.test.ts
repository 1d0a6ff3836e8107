import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeFolder, startTusServer, type TusServer } from "@/e2e/support/start-tus-server";
import { permissionNames } from "@/lib/shared/permissions";

let server: TusServer;
let token = "";
beforeAll(async () => {
  server = await startTusServer();
  const { id } = await server.db.user.findFirstOrThrow({ where: { isRoot: true } });
  token = await server.makeToken(id, permissionNames);
});
afterAll(() => server.close());

const canTry = process.getuid?.() === 0 && existsSync("/usr/bin/setfacl");

async function ask<T>(method: string, to: string, body?: object): Promise<T> {
  const headers = { "content-type": "application/json" };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const reply = await server.send(method, `/api/${to}`, { token, headers, ...sent });
  const answer = JSON.parse(reply.body.toString()) as { error?: string; data: T };
  expect([to, reply.status, answer.error]).toEqual([to, 200, undefined]);
  return answer.data;
}

/** Until the task is over. */
async function run(to: string, body: object): Promise<void> {
  const { taskId } = await ask<{ taskId: string }>("POST", to, body);
  const state = async () => (await ask<{ state: string }>("GET", `task/${taskId}`)).state;
  await expect.poll(state, { timeout: 20_000 }).toBe("done");
}

/** Files of others' making, and beside them the folder of a team: set-group-id, and a default ACL where it is asked for. */
function makeTeam(acl: string | null) {
  const { dir, path: folder } = makeFolder(server);
  const from = path.join(dir, "from");
  mkdirSync(path.join(from, "tree/sub"), { recursive: true });
  for (const name of ["tree/a.txt", "tree/sub/b.txt"]) writeFileSync(path.join(from, name), name);
  writeFileSync(path.join(from, "large"), Buffer.alloc(100_000, "x"));
  for (const name of ["tree", "tree/sub"]) chmodSync(path.join(from, name), 0o755);
  for (const name of ["tree/a.txt", "tree/sub/b.txt", "large"]) chmodSync(path.join(from, name), 0o644);
  execFileSync("tar", ["-cf", "t.tar", "tree", "large"], { cwd: from });
  execFileSync("zip", ["-qr", "z.zip", "tree", "large"], { cwd: from });
  const team = path.join(dir, "team");
  mkdirSync(team);
  chownSync(team, 0, 4242);
  chmodSync(team, 0o2775);
  if (acl !== null) execFileSync("setfacl", ["-d", "-m", acl, team]);
  const seen = (name: string) => {
    const { gid, mode } = statSync(path.join(team, name));
    return `${gid} ${(mode & 0o7777).toString(8)}`;
  };
  const aclOf = (name: string, kind: "--access" | "--default") =>
    execFileSync("/usr/bin/getfacl", ["-cnE", kind, path.join(team, name)], { encoding: "utf8" })
      .trim()
      .split("\n");
  return { folder, seen, aclOf };
}

const ways: [string, (folder: string) => Promise<void>, top: string][] = [
  [
    "copied",
    (folder) => run("file/copy", { files: [`${folder}/from/tree`, `${folder}/from/large`], to: `${folder}/team` }),
    "",
  ],
  [
    "extracted from a zip",
    (folder) => run("file/uncompress", { path: `${folder}/from/z.zip`, to: `${folder}/team` }),
    "z/",
  ],
  [
    "extracted from a tar",
    (folder) => run("file/uncompress", { path: `${folder}/from/t.tar`, to: `${folder}/team` }),
    "t/",
  ],
];

test.skipIf(!canTry).each(ways)("what is %s has the group of a folder with set-group-id", async (_, work, top) => {
  const team = makeTeam(null);
  await work(team.folder);
  const names = ["", "tree", "tree/sub", "tree/a.txt", "tree/sub/b.txt", "large"].map((name) => `${top}${name}`);
  const own = top === "" ? "4242 2775" : "4242 2755";
  expect(names.map(team.seen)).toEqual([own, "4242 2755", "4242 2755", "4242 644", "4242 644", "4242 644"]);
});

test.skipIf(!canTry).each(ways)(
  "what is %s has the ACL of its folder, and no more than it had",
  async (_, work, top) => {
    const team = makeTeam("u::rwx,g::rwx,g:4343:rwx,o::---");
    await work(team.folder);
    const names = ["tree", "tree/sub", "tree/a.txt", "tree/sub/b.txt", "large"].map((name) => `${top}${name}`);
    expect(names.map(team.seen)).toEqual(["4242 2750", "4242 2750", "4242 640", "4242 640", "4242 640"]);
    expect(team.aclOf(`${top}tree/a.txt`, "--access")).toEqual([
      "user::rw-",
      "group::rwx",
      "group:4343:rwx",
      "mask::r--",
      "other::---",
    ]);
    expect(team.aclOf(`${top}tree/sub`, "--default")).toContain("group:4343:rwx");
  },
);
