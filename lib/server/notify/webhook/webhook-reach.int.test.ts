import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTusServer, type TusServer } from "@/e2e/support/start-tus-server";
import type { Permission } from "@/lib/shared/permissions";
import { outcomeOf } from "@/lib/server/storage/conformance/support";
import { getApp } from "@/lib/server/runtime/app";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { changeWebhook, createWebhook, testWebhook } from "./manage-webhooks";

let server: TusServer;
let site: Server;
let asked = 0;
beforeAll(async () => {
  server = await startTusServer();
  site = createServer((_, res) => {
    asked++;
    res.end();
  });
  await once(site.listen(0, "127.0.0.1"), "listening");
});
afterAll(async () => {
  site.close();
  await server.close();
});

/** What webhooks look at of a call. */
function as(...permissions: Permission[]): Ctx {
  const ctx = { db: getApp().db, actor: { username: "mia", permissions: new Set(permissions) }, about: () => {} };
  return ctx as unknown as Ctx; // what these services use of one
}

test("who may not reach the local network neither changes nor tries a webhook there, and may turn it off", async () => {
  const near = as("notify_setting", "lan_access");
  const far = as("notify_setting");
  const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`; // it listens on a port
  const usual = { name: "Home", is_enabled: true, is_for_users: false };
  const { id } = await createWebhook({ ...usual, url, secret: null }, near);
  const change = (by: Ctx, fields: object) =>
    outcomeOf(changeWebhook({ id, ...usual, url: null, secret: null, ...fields }, by));
  expect(await outcomeOf(testWebhook({ id }, near))).toBe("done");
  expect(asked).toBe(1);
  expect(await outcomeOf(testWebhook({ id }, far))).toBe("outbound/lan");
  expect(await change(far, { secret: "another-secret-of-mine" })).toBe("outbound/lan");
  expect(await change(far, { is_for_users: true })).toBe("outbound/lan");
  expect(await change(far, { is_enabled: false })).toBe("done");
  expect(await change(far, {})).toBe("outbound/lan");
  expect(await change(near, { secret: "another-secret-of-mine" })).toBe("done");
  expect(asked).toBe(1);
});
