import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "@playwright/test";
import { permissionNames } from "@/lib/shared/permissions";
import { makeUser, signIn, type Session } from "../support/api-client";
import { rawRequest } from "../support/raw-request";
import { serverTest as test } from "../support/server-test";
import { hashTree, payloads, plantVictim, safeDecode, secret, secretName, taskStates } from "../support/traversal";

type Target = { port: number };
type Place = {
  server: Target;
  session: Session;
  /** A file and the folder that are the caller's own. */ own: string;
  folder: string;
};

/** What comes to more than one screen's endpoints: search, archives, properties, duplicates, downloads, shares, uploads, trash. */
function calls({ server, session, own, folder }: Place, value: string) {
  const get = (target: string, field: string) =>
    [value, encodeURIComponent(safeDecode(value))].map((text) =>
      rawRequest(server, `/api/${target}${target.includes("?") ? "&" : "?"}${field}=${text}`, { session }),
    );
  const post = (target: string, body: object) =>
    rawRequest(server, `/api/${target}`, {
      method: "POST",
      session,
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    });
  const tus = (metadata: Record<string, string>) =>
    rawRequest(server, "/api/file/tus", {
      method: "POST",
      session,
      headers: {
        "tus-resumable": "1.0.0",
        "upload-length": "0",
        "upload-metadata": Object.entries(metadata)
          .map(([key, text]) => `${key} ${Buffer.from(text).toString("base64")}`)
          .join(","),
      },
    });
  return [
    ...get("file/search?text=secret", "folder"),
    ...get("file/search?text=TOP&what=text", "folder"),
    ...get("file/properties", "path"),
    ...get("file/space-map", "path"),
    ...get("file/archive/entry?file=x", "path"),
    ...get("trash/offer", "path"),
    ...[value, safeDecode(value)].flatMap((text) => [
      post("file/search", { folder: [text], text: "TOP", what: "text" }),
      post("file/attributes", { files: [text], mode: 0o777, recursive: true }),
      post("file/checksum", { files: [text] }),
      post("file/archive/list", { path: text }),
      post("file/compress", { files: [text], to: folder, name: "taken.zip", level: 0 }),
      post("file/compress", { files: [own], to: text, name: "given.zip" }),
      post("file/uncompress", { path: text, to: folder }),
      post("file/uncompress", { path: own, to: text }),
      post("file/duplicates", { path: text }),
      post("file/fetch", { urls: ["http://192.0.2.1/x"], to: text }),
      post("share/create", { files: [text] }),
      tus({ path: text, conflict: "replace", parents: "1" }),
      tus({ folder, filename: text, conflict: "replace" }),
      rawRequest(server, `/api/file/upload-many?to=${encodeURIComponent(text)}&conflict=replace`, {
        method: "POST",
        session,
        body: Buffer.alloc(1024),
      }),
    ]),
  ];
}

test("searches, archives, sums, maps, shares and uploads reach nothing beside the folder either", async ({
  server,
  root,
}) => {
  test.setTimeout(240_000);
  const dir = path.join(server.filesDir, "t-more");
  const { own, other } = plantVictim(dir);
  const permissions = permissionNames.filter((name) => name !== "user_manage" && name !== "role_manage");
  const session = await signIn(server, await makeUser(server, root, { permissions, access: [own] }));
  writeFileSync(path.join(own, "own.txt"), "own");
  const prefix = `files/${path.basename(dir)}`;
  const place = { server, session, own: `${prefix}/a/own.txt`, folder: `${prefix}/a` };
  const sum = createHash("sha256").update(secret).digest("hex");
  const before = hashTree(other);
  // Every way to write a step with a plain slash, and every other way in: slashes in disguise are the other test's.
  const tried = payloads(dir)
    .map((text) => text.replaceAll("files/", `${prefix}/`))
    .filter((text) => !/%2f|%5c|%252f|%c0%af[^/]|\\b/i.test(text) || text.includes("%2fb%2f"));
  for (const payload of tried)
    for (const answer of await Promise.all(calls(place, payload))) {
      const text = answer.body.toString("latin1");
      const leak = text.includes(secret) || text.includes(`${secretName}-folder`) || answer.status >= 500;
      if (leak) expect.soft([payload, answer.status, text.slice(0, 300)]).toEqual([payload, "refused", ""]);
    }
  expect(tried.length).toBeGreaterThan(30);
  await expect.poll(() => taskStates(server, session), { timeout: 60_000 }).not.toContain("running");
  await expect.poll(() => taskStates(server, session), { timeout: 60_000 }).not.toContain("queued");
  const tasks = await rawRequest(server, "/api/task/list", { session });
  expect(tasks.body.toString("latin1")).not.toContain(sum);
  const files = readdirSync(own, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  for (const file of files)
    expect(readFileSync(path.join(file.parentPath, file.name), "latin1"), file.name).not.toContain(secret);
  expect(hashTree(other)).toBe(before);
});
