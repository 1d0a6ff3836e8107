import { afterAll, beforeAll, expect, test } from "vitest";
import { startTusServer, type TusServer } from "@/e2e/support/start-tus-server";
import { getApp } from "@/lib/server/runtime/app";

let server: TusServer;
let root: string;
beforeAll(async () => {
  server = await startTusServer();
  root = (await server.db.user.findFirstOrThrow()).username;
});
afterAll(() => server.close());

let networks = 0;

/** Somebody without a session: what each of their requests is answered. */
function stranger() {
  const address = `198.51.100.${++networks}`;
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const json = { "content-type": "application/json", "x-forwarded-for": address, ...headers };
    const reply = await server.send("POST", `/api/${path}`, { token: "", headers: json, body: JSON.stringify(body) });
    return reply.status;
  };
  const lines = async () => {
    await getApp().audit.flush();
    return server.db.audit.findMany({ where: { address }, orderBy: { id: "asc" } });
  };
  return { post, lines };
}

const second = "user/login/second";
const junk = { pending: "x".repeat(43), code: "000000" };

test("no name is in a line that nobody vouches for: anybody could send any", async () => {
  const { post, lines } = stranger();
  await post(second, { ...junk, username: root });
  await post("user/invitation/accept", {
    token: "t".repeat(43),
    username: root,
    password: "a-good-password-1",
    stay: true,
  });
  await post("user/setup", { token: "t", username: root, password: "a-good-password-1" });
  const told = (await lines()).map(({ username, target, outcome }) => [username, target, outcome !== "success"]);
  expect(told).toEqual([
    ["", "", true],
    ["", "", true],
    ["", "", true],
  ]);
});

test("guesses at passwords of accounts and shares are recorded after any noise from the same network", async () => {
  const { id: ownerId } = await server.db.user.findFirstOrThrow();
  const share = { ownerId, title: "", note: "", mode: "download", items: [], limits: {}, passwordHash: "x" };
  await server.db.share.create({ data: { id: "plans", link: "plans-of-ours", ...share } });
  const { post, lines } = stranger();
  for (let index = 0; index < 70; index++) {
    await post(second, { ...junk, username: `junk${index}` });
    await post("file/delete", { files: ["files/a"] });
    await post("user/login", { username: `junk${index}`, password: "guess" });
    await post(`share/none-${index}/unlock`, { password: "guess" });
  }
  for (let index = 0; index < 4; index++) {
    await post("user/login", { username: root, password: `guess-${index}` });
    await post("share/plans-of-ours/unlock", { password: `guess-${index}` });
  }
  const all = await lines();
  expect(all.filter(({ username, action }) => username === root && action === "POST user/login")).toHaveLength(4);
  expect(all.filter(({ target }) => target === "plans-of-ours")).toHaveLength(4);
  expect(all).toHaveLength(4 * 60 + 8);
  await getApp().audit.flush({ isLast: true });
  const omitted = (await lines()).slice(all.length).map(({ username, target }) => `${username}${target}`);
  expect(omitted.toSorted()).toEqual([
    "10 × POST file/delete",
    "10 × POST share/{link}/unlock",
    "10 × POST user/login",
    "10 × POST user/login/second",
  ]);
});

test("who signed in is recorded by the account, and not by the name alone", async () => {
  const { post, lines } = stranger();
  expect(await post("user/login", { username: root, password: "correct-horse-battery", stay: false })).toBe(200);
  expect(await post("user/login", { username: root, password: "guess", stay: false })).not.toBe(200);
  const { id } = await server.db.user.findFirstOrThrow();
  expect((await lines()).map(({ userId, username }) => [userId, username])).toEqual([
    [id, root],
    [null, root],
  ]);
});
