import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "@playwright/test";
import { contracts } from "@/lib/contracts/all";
import type { Endpoint } from "@/lib/contracts/endpoint";
import { permissionNames, type Permission } from "@/lib/shared/permissions";
import { makeUser, signIn, type Session } from "../support/api-client";
import { rawRequest } from "../support/raw-request";
import { serverTest as test } from "../support/server-test";
import { hashTree, payloads, plantVictim, safeDecode, secret, secretName, taskStates } from "../support/traversal";

const fileEndpoints = Object.entries<Endpoint>(contracts.file).filter(
  ([, endpoint]) => !/base_switch/.test(endpoint.path),
);

type Target = { port: number };

/** One call of an endpoint with the payload in each place that takes a path. */
function calls(server: Target, endpoint: Endpoint, payload: string, session: Session) {
  const headers = { "content-type": "application/json" };
  const method = endpoint.method;
  const isQuery = method === "GET" || method === "DELETE" || endpoint.bytes;
  const decoded = safeDecode(payload);
  if (endpoint.path.includes("{path*}")) {
    const target = `/api/${endpoint.path.replace("{path*}", payload)}`;
    const body = endpoint.bytes ? "overwritten" : JSON.stringify({ context: "overwritten" });
    return [target, `${target}${target.includes("?") ? "&" : "?"}is_sys_path=1`, `${target}?conflict=replace`].map(
      (url) =>
        rawRequest(server, url, {
          method,
          session,
          ...(method === "PUT" || method === "POST" ? { body, headers } : {}),
        }),
    );
  }
  if (isQuery)
    return ["path", "file"]
      .flatMap((field) => [`${field}=${payload}`, `${field}=${encodeURIComponent(decoded)}`])
      .map((query) => rawRequest(server, `/api/${endpoint.path}?${query}`, { method, session }));
  const bodies = [payload, decoded].flatMap((value) => [
    { path: value, newName: "x", files: [value], to: "files/a", names: ["x"] },
    {
      path: "files/a/own.txt",
      newName: value,
      files: ["files/a/own.txt"],
      to: value,
      names: [value],
      conflict: "replace",
    },
  ]);
  return bodies.map((body) =>
    rawRequest(server, `/api/${endpoint.path}`, { method, session, body: JSON.stringify(body), headers }),
  );
}

for (const reader of ["reader and writer", "reader only"] as const) {
  test(`a ${reader} of one folder reads, writes and learns of nothing beside it, by any spelling at any endpoint`, async ({
    server,
    root,
  }) => {
    test.setTimeout(240_000);
    const dir = path.join(server.filesDir, `t-${reader.length}`);
    const { own, other } = plantVictim(dir);
    const permissions: readonly Permission[] = permissionNames.filter(
      (name) => name !== "user_manage" && name !== "role_manage",
    );
    const scope = reader === "reader only" ? { access: [], readOnly: [own] } : { access: [own] };
    const session = await signIn(server, await makeUser(server, root, { permissions, ...scope }));
    const before = hashTree(other);
    const prefix = `files/${path.basename(dir)}`;
    let tried = 0;
    // How a path is written matters to neither more than to the other: the second tries a third of the ways.
    const ways = payloads(dir).filter((_, index) => reader === "reader and writer" || index % 3 === 0);
    for (const payload of ways.map((text) => text.replaceAll("files/", `${prefix}/`))) {
      for (const [name, endpoint] of fileEndpoints) {
        writeFileSync(path.join(own, "own.txt"), "own");
        for (const answer of await Promise.all(calls(server, endpoint, payload, session))) {
          tried++;
          const text = answer.body.toString("latin1");
          const leak = text.includes(secret) || text.includes(`${secretName}-folder`) || answer.status >= 500;
          if (leak)
            expect.soft([name, payload, answer.status, text.slice(0, 300)]).toEqual([name, payload, "refused", ""]);
        }
      }
    }
    expect(tried).toBeGreaterThan(reader === "reader and writer" ? 3000 : 1000);
    // Deleting and moving go on as tasks after their answer.
    await expect.poll(() => taskStates(server, session)).not.toContain("running");
    expect(hashTree(other)).toBe(before);
  });
}

test("what exists outside the scope and what does not are answered alike", async ({ server, root, tempRoot }) => {
  const { dir, path: base } = tempRoot({ a: { "own.txt": "own" }, b: { [`${secretName}.txt`]: secret } });
  const session = await signIn(
    server,
    await makeUser(server, root, { permissions: ["file_read"], access: [path.join(dir, "a")] }),
  );
  for (const endpoint of [contracts.file.get, contracts.file.stat, contracts.file.download]) {
    const answers = await Promise.all(
      [`${base}/b/${secretName}.txt`, `${base}/b/missing.txt`].map((target) =>
        rawRequest(
          server,
          endpoint.path.includes("{path*}")
            ? `/api/file/${target}`
            : `/api/${endpoint.path}?path=${target}&file=${target}`,
          { session },
        ),
      ),
    );
    const [there, missing] = answers.map(
      ({ status, body }) => `${status} ${body.toString().replace(/"requestId":"[^"]*"/, "")}`,
    );
    expect.soft(there).toBe(missing);
    expect.soft(there).toMatch(/^404/);
  }
});
