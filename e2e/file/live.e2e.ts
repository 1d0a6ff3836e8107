import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Page, WebSocketRoute } from "@playwright/test";
import { expect, test } from "../support/test";

/** Holds the page's sockets back until the returned functions let the next one through or break the open one. */
async function holdSockets(page: Page) {
  const waiting: WebSocketRoute[] = [];
  let open: WebSocketRoute | null = null;
  await page.routeWebSocket(/\/api\/socket/, (socket) => {
    waiting.push(socket);
  });
  return {
    isWaiting: () => waiting.length > 0,
    letThrough: () => {
      open = waiting.shift() ?? null;
      open?.connectToServer();
    },
    breakOff: () => open?.close({ code: 1001 }),
  };
}

test("what changes on the disk before the socket stands, or while it is away, is shown all the same", async ({
  page,
  server,
  login,
  tempRoot,
}) => {
  await login();
  const root = tempRoot({ "there.txt": "1" });
  const sockets = await holdSockets(page);
  const row = (name: string) => page.getByRole("row", { name: new RegExp(name) });
  await page.goto(`${server.url}/browse/${root.path}`);
  await expect(row("there.txt")).toBeVisible();
  await expect.poll(sockets.isWaiting).toBe(true);
  writeFileSync(path.join(root.dir, "early.txt"), "2");
  sockets.letThrough();
  await expect(row("early.txt")).toBeVisible();

  writeFileSync(path.join(root.dir, "live.txt"), "3");
  await expect(row("live.txt")).toBeVisible();

  await sockets.breakOff();
  await expect.poll(sockets.isWaiting).toBe(true);
  writeFileSync(path.join(root.dir, "meanwhile.txt"), "4");
  sockets.letThrough();
  await expect(row("meanwhile.txt")).toBeVisible();
});
