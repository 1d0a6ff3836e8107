import { afterAll, beforeAll, expect, test } from "vitest";
import { startTusServer, type TusServer } from "@/e2e/support/start-tus-server";
import type { Permission } from "@/lib/shared/permissions";

let server: TusServer;
beforeAll(async () => {
  server = await startTusServer();
});
afterAll(() => server.close());

const condition = { metric: "cpu", subject: null, comparison: "above", threshold: 0.5, for_seconds: 0 };

test("rules are tried, and what they can be about is listed, by who may see it alone", async () => {
  const ask = async (metric: string, ...permissions: Permission[]) => {
    const { token } = await server.makeUser([], ["alert_manage", ...permissions]);
    const preview = await server.send("POST", "/api/alert/preview", {
      token,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...condition, metric }),
    });
    const choices = await server.send("GET", "/api/alert/choices", { token });
    return [preview, choices].map(({ body }) => (JSON.parse(body.toString()) as { error?: string }).error ?? null);
  };
  expect(await ask("cpu")).toEqual(["auth/forbidden", "auth/forbidden"]);
  expect((await ask("containerStopped", "sys_view"))[0]).toBe("auth/forbidden");
  expect(await ask("cpu", "sys_view")).not.toContain("auth/forbidden");
});
