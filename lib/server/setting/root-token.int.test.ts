import { afterAll, beforeAll, expect, test } from "vitest";
import { startTusServer, type TusServer } from "@/e2e/support/start-tus-server";
import { randomId } from "@/lib/shared/units";

let server: TusServer;
beforeAll(async () => {
  server = await startTusServer();
});
afterAll(() => server.close());

test("a token of an administrator that lists nothing of it changes nothing of the server", async () => {
  const role = await server.db.role.create({ data: { id: randomId(), name: "family", grants: {} } });
  const send = async (path: string, body: object) => {
    const headers = { "content-type": "application/json" };
    return (await server.send("POST", `/api/${path}`, { headers, body: JSON.stringify(body) })).status;
  };
  const board = {
    version: 0,
    items: [{ id: "a", kind: "link", title: "x", url: "http://x/", icon: null, color: "blue" }],
  };
  const wanted: [path: string, body: object][] = [
    ["setting/locations", { locations: [{ name: "All", path: "/" }] }],
    ["setting/brand", { name: "Another", note: "" }],
    ["setting/brand/logo", { png: null }],
    ["setting/defaults", { language: "de", theme: "dark" }],
    ["setting/toasts", { success: 2000, error: 2000, warning: 2000 }],
    ["setting/links", { address: "https://files.example.org" }],
    ["navindex/save", { role_id: role.id, ...board }],
    // A link on somebody's start page is one that they follow.
    ["navindex/save", { role_id: null, ...board }],
    ["notify/read", {}],
    ["notify/delete", {}],
  ];
  const answered = await Promise.all(wanted.map(async ([path, body]) => [path, await send(path, body)]));
  expect(answered).toEqual(wanted.map(([path]) => [path, 403]));
});

test("a token for figures alone reads no notifications, links or protected paths, and no absolute path", async () => {
  const { id } = await server.db.user.findFirstOrThrow();
  const token = await server.makeToken(id, ["sys_view"]);
  const get = (path: string) => server.send("GET", `/api/${path}`, { token });
  for (const path of ["notify", "navindex/boards", "setting/protected/own"]) expect((await get(path)).status).toBe(403);
  const locations = await get("setting/filesSetting");
  expect(locations.status).toBe(200);
  expect(locations.body.toString()).not.toContain(server.filesDir);
  expect((await server.send("GET", "/api/setting/filesSetting")).body.toString()).toContain(server.filesDir);
});
