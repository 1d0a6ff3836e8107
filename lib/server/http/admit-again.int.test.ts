import { existsSync, readdirSync } from "node:fs";
import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeFolder, startTusServer, type TusServer } from "@/e2e/support/start-tus-server";
import { getApp } from "@/lib/server/runtime/app";
import { forgetActors } from "@/lib/server/session/find-actor";

let server: TusServer;
beforeAll(async () => {
  server = await startTusServer();
});
afterAll(() => server.close());

/** A call that is let in, and whose last byte comes only with `finish`, which gives the status. */
async function begin(target: string, token: string, fields: object): Promise<{ finish: () => Promise<number> }> {
  const text = JSON.stringify(fields);
  const headers = { authorization: token, "content-type": "application/json", "content-length": text.length };
  const call = request(`${server.url}/api/${target}`, { method: "POST", headers, agent: false });
  const status = new Promise<number>((resolve, reject) => {
    call.once("error", reject);
    call.once("response", (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
  });
  call.write(text.slice(0, -1));
  // It has been let in by then.
  await new Promise((resolve) => void setTimeout(resolve, 150));
  return {
    finish: () => {
      call.end(text.slice(-1));
      return status;
    },
  };
}

type User = Awaited<ReturnType<TusServer["makeUser"]>>;

const losses = {
  "the token is taken away": ({ id }: User) => server.db.apiToken.deleteMany({ where: { userId: id } }),
  "the account is disabled": ({ id }: User) => server.db.user.update({ where: { id }, data: { disabled: true } }),
  "the account is deleted": ({ id }: User) => server.db.user.delete({ where: { id } }),
} as const;

test.each(Object.entries(losses))("what is asked goes no further when %s before all of it came", async (_, lose) => {
  const { dir, path: folder } = makeFolder(server);
  const user = await server.makeUser([dir]);
  const calls = await Promise.all([
    begin("file/new/file", user.token, { path: `${folder}/made` }),
    begin(`file/save/${folder}/saved`, user.token, { context: "text" }),
    begin("file/search", user.token, { folder: [folder], text: "x" }),
  ]);
  await lose(user);
  forgetActors();
  expect(await Promise.all(calls.map(({ finish }) => finish()))).toEqual([401, 401, 401]);
  expect(readdirSync(dir)).toEqual([]);
  await getApp().audit.flush();
  const { length } = await server.db.audit.findMany({ where: { userId: user.id, outcome: "auth/required" } });
  expect(length).toBe(2);
});

test("what is asked is done with the folders of when all of it came", async () => {
  const { dir, path: folder } = makeFolder(server);
  const user = await server.makeUser([dir]);
  const calls = await Promise.all([
    begin("file/new/file", user.token, { path: `${folder}/made` }),
    begin(`file/save/${folder}/saved`, user.token, { context: "text" }),
  ]);
  const { grants } = await server.db.user.findUniqueOrThrow({ where: { id: user.id }, select: { grants: true } });
  const narrower = { ...Object(grants), not_access_dirs: [dir] };
  await server.db.user.update({ where: { id: user.id }, data: { grants: narrower } });
  forgetActors();
  for (const status of await Promise.all(calls.map(({ finish }) => finish()))) expect(status).toBeGreaterThan(400);
  expect([existsSync(`${dir}/made`), existsSync(`${dir}/saved`)]).toEqual([false, false]);
});
