import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, readFileSync, readdirSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "@playwright/test";
import { contracts } from "@/lib/contracts/all";
import type { Endpoint } from "@/lib/contracts/endpoint";
import { permissionNames, type Permission } from "@/lib/shared/permissions";
import { makeUser, signIn, type Session } from "../support/api-client";
import { rawRequest } from "../support/raw-request";
import { serverTest as test } from "../support/server-test";

const secret = "TOP-SECRET-CONTENT";
const secretName = "secret-name-7f3a";

/** What `..` and `/` have been written as to get past checks. `%s` is the way to the victim below the user's folder's parent. */
const steps = [
  "..",
  "%2e%2e",
  "%2E.",
  ".%2e",
  "..%00",
  "..%20",
  "..;",
  "%252e%252e",
  "..%c0%af",
  "%c0%ae%c0%ae",
  "..\\",
  "..%5c",
  "%2e%2e%5c",
  "．．",
  "%ef%bc%8e%ef%bc%8e",
  "....",
  "./..",
  "%2e/%2e%2e",
];
const slashes = ["/", "%2f", "%2F", "//", "%5c", "\\", "%252f", "%c0%af"];

/** Every way from `files/a` to its sibling `b`, and absolute paths. */
function payloads(hostDir: string): string[] {
  const relative = steps.flatMap((step) =>
    slashes.map((slash) => `files/a${slash}${step}${slash}b${slash}${secretName}.txt`),
  );
  const target = `${hostDir}/b/${secretName}.txt`;
  return [
    ...relative,
    `files/b/${secretName}.txt`,
    `files/a/link-out/${secretName}.txt`,
    `files/a/link-file`,
    `files/a/link-loop/x`,
    target,
    `/${target}`,
    target.slice(1),
    `system${target}`,
    `files${target}`,
    `b/${secretName}.txt`,
    `./files/b/${secretName}.txt`,
    `files/./b/${secretName}.txt`,
    `file:${target}`,
    `/proc/self/root${target}`,
  ];
}

function hashTree(dir: string): string {
  const hash = createHash("sha256");
  const walk = (folder: string) => {
    for (const name of readdirSync(folder).toSorted()) {
      const file = path.join(folder, name);
      const stat = lstatSync(file);
      hash.update(`${file}\0${stat.mode}\0${stat.mtimeMs}\0`);
      if (stat.isDirectory()) walk(file);
      else hash.update(stat.isSymbolicLink() ? readlinkSync(file) : readFileSync(file));
    }
  };
  walk(dir);
  return hash.digest("hex");
}

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

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

for (const reader of ["reader and writer", "reader only"] as const) {
  test(`a ${reader} of one folder reads, writes and learns of nothing beside it, by any spelling at any endpoint`, async ({
    server,
    root,
  }) => {
    test.setTimeout(240_000);
    const dir = path.join(server.filesDir, `t-${reader.length}`);
    const [own, other] = [path.join(dir, "a"), path.join(dir, "b")];
    mkdirSync(path.join(other, `${secretName}-folder`), { recursive: true });
    mkdirSync(own, { recursive: true });
    writeFileSync(path.join(other, `${secretName}.txt`), secret);
    symlinkSync(other, path.join(own, "link-out"));
    symlinkSync(path.join(other, `${secretName}.txt`), path.join(own, "link-file"));
    symlinkSync("link-loop", path.join(own, "link-loop"));
    const permissions: readonly Permission[] = permissionNames.filter(
      (name) => name !== "user_manage" && name !== "role_manage",
    );
    const scope = reader === "reader only" ? { access: [], readOnly: [own] } : { access: [own] };
    const session = await signIn(server, await makeUser(server, root, { permissions, ...scope }));
    const before = hashTree(other);
    const prefix = `files/${path.basename(dir)}`;
    let tried = 0;
    for (const payload of payloads(dir).map((text) => text.replaceAll("files/", `${prefix}/`))) {
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
    expect(tried).toBeGreaterThan(3000);
    // Deleting and moving go on as tasks after their answer.
    await expect.poll(() => taskStates(server, session)).not.toContain("running");
    expect(hashTree(other)).toBe(before);
  });
}

async function taskStates(server: Target, session: Session): Promise<string[]> {
  const { body } = await rawRequest(server, "/api/task/list", { session });
  const answer: { data: { tasks: { state: string }[] } } = JSON.parse(body.toString());
  return answer.data.tasks.map((task) => task.state);
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
