import { expect, it } from "vitest";
import type { Env } from "@/lib/server/base/env";
import type { Wire } from "@/lib/server/http/wire";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { sendOpenapi } from "./describe-server";

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
  for (const body of sent) expect(body).toBe(sent[0]); // the very same bytes, not made again
});
