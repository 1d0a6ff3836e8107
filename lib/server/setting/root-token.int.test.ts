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
    ["navindex/save", { role_id: role.id, ...board }],
  ];
  const answered = await Promise.all(wanted.map(async ([path, body]) => [path, await send(path, body)]));
  expect(answered).toEqual(wanted.map(([path]) => [path, 403]));
  expect(await send("navindex/save", { role_id: null, ...board })).toBe(200);
});
