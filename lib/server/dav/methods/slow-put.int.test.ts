import { readFileSync, statSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startDavServer, type DavServer } from "@/e2e/support/start-dav-server";

let server: DavServer;
beforeAll(async () => {
  server = await startDavServer();
});
afterAll(() => server.close());

/** A PUT of which half is sent before `meanwhile`. Gives the status. */
function putSlowly(target: string, { bytes, headers }: Slow, meanwhile: () => Promise<void> | void): Promise<number> {
  const { username, password } = server.root;
  const body = Buffer.alloc(bytes, "p");
  return new Promise((resolve, reject) => {
    const sent = request(`${server.url}/dav/${target}`, {
      method: "PUT",
      auth: `${username}:${password}`,
      headers: { "content-length": bytes, ...headers },
    });
    sent.on("error", reject);
    sent.on("response", (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sent.write(body.subarray(0, bytes / 2));
    void pauseAfter(meanwhile).then(() => sent.end(body.subarray(bytes / 2)), reject);
  });
}
type Slow = { bytes: number; headers: Record<string, string> };

async function pauseAfter(meanwhile: () => Promise<void> | void): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 300)); // until the server has looked at the head
  await meanwhile();
}

const lockBody =
  '<D:lockinfo xmlns:D="DAV:"><D:lockscope><D:exclusive/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockinfo>';

describe.each([
  ["a small one", 2_000],
  ["a large one", 400_000],
])("what was true when a PUT began is asked again when all of it has come: %s", (_, bytes) => {
  const make = async () => {
    const { dir, path: folder } = server.folder();
    const file = path.join(dir, "f.txt");
    const { headers } = await server.ask("PUT", `${folder}/f.txt`, { body: "start" });
    return { file, target: `${folder}/f.txt`, etag: String(headers["etag"]) };
  };

  test.each(["if", "if-match", "if-unmodified-since"])("%s", async (name) => {
    const { file, target, etag } = await make();
    const value = { if: `([${etag}])`, "if-match": etag }[name] ?? new Date(statSync(file).mtimeMs).toUTCString();
    const headers = { [name]: value };
    // Dates have whole seconds.
    const save = async () => {
      await new Promise((resolve) => setTimeout(resolve, 1_100));
      writeFileSync(file, "saved meanwhile");
    };
    expect(await putSlowly(target, { bytes, headers }, save)).toBe(412);
    expect(readFileSync(file, "utf8")).toBe("saved meanwhile");
  });

  test("locks", async () => {
    const { file, target } = await make();
    let locked = 0;
    const lock = async () => {
      locked = (await server.ask("LOCK", target, { body: lockBody })).status;
    };
    expect(await putSlowly(target, { bytes, headers: {} }, lock)).toBe(423);
    expect([locked, readFileSync(file, "utf8")]).toEqual([200, "start"]);
  });

  test("it is written where nothing has changed", async () => {
    const { file, target, etag } = await make();
    expect(await putSlowly(target, { bytes, headers: { if: `([${etag}])` } }, () => {})).toBe(204);
    expect(statSync(file).size).toBe(bytes);
  });
});
