import { expect, it, vi } from "vitest";
import type { Env } from "@/lib/server/base/env";
import type { Wire } from "@/lib/server/http/wire";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { sendOpenapi } from "./describe-server";
import { buildOpenapi } from "./openapi";

vi.mock("./openapi", { spy: true });

it("makes the document of the API once, however many strangers ask for it", async () => {
  startAppOf({ version: "1.0.0", env: { basePath: "" } as Env });
  const sent: Buffer[] = [];
  const wire = {
    exchange: { header: () => undefined },
    res: { writeHead: () => undefined, end: (body: Buffer) => void sent.push(body), writableFinished: true },
  } as unknown as Wire; // all that is used of it
  const unused = {} as Ctx;
  await Promise.all(Array.from({ length: 5 }, () => sendOpenapi({}, unused, wire)));
  expect(sent.length).toBe(5);
  expect(JSON.parse(String(sent[0]))).toMatchObject({ openapi: "3.1.0" });
  expect(buildOpenapi).toHaveBeenCalledTimes(1);
});
