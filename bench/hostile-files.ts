// What the doors to the files may cost: WebDAV, shares, drop boxes, and the socket: node --import tsx bench/hostile-files.ts [word]   (needs a build)
// As in hostile.ts, from 40 networks.
import { closeSync, mkdirSync, openSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { call, signIn } from "../e2e/support/api-client";
import { basicOf, makeAppPassword, turnDav } from "../e2e/support/dav-client";
import { startFiledeck } from "../e2e/support/start-filedeck";
import { authOf, createAttacker, many, type Ask } from "./support/hostile";

const wanted = process.argv[2] ?? "";
const server = await startFiledeck({ env: { FILEDECK_TRUSTED_PROXIES: "127.0.0.1" } });
const root = await signIn(server);
const other = await signIn(server);
const { ask, attack } = createAttacker(server, { other, wanted });
const flood = (count: number, make: (index: number) => Ask, waitMs?: number) => () =>
  Promise.all(many(count, (network) => ask({ ...make(network), network }, waitMs)));
const newcomerMs = 5_000;

async function share(settings: object): Promise<string> {
  const { status, text, answer } = await call<{ link: string }>(server, "share/create", {
    session: root,
    body: settings,
  });
  if (status !== 200) throw new Error(`share: ${text}`);
  return answer.data.link;
}

const withBody = (method: string, target: string, text: string, headers: readonly string[] = []): Ask => ({
  target,
  method,
  headers: [`content-length: ${Buffer.byteLength(text)}`, ...headers],
  body: text,
});
const json = (target: string, body: unknown): Ask =>
  withBody("POST", target, JSON.stringify(body), ["content-type: application/json"]);
/** Half of what it says comes, and then nothing. */
const halved = (one: Ask): Ask => ({ ...one, body: (one.body ?? "").slice(0, (one.body ?? "").length / 2) });
const upgrade = [
  "connection: upgrade",
  "upgrade: websocket",
  "origin: http://127.0.0.1",
  "sec-websocket-version: 13",
  "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
];
const socket: Ask = { target: "/api/socket?EIO=4&transport=websocket", headers: upgrade };

try {
  const at = (...names: string[]) => path.join(server.filesDir, ...names);
  for (const name of ["small", "drop", "many"]) mkdirSync(at(name));
  writeFileSync(at("large.bin"), "");
  truncateSync(at("large.bin"), 2_000_000_000);
  for (let index = 0; index < 100_000; index++) closeSync(openSync(at("many", `entry ${index}`), "w"));
  await turnDav(server, root, true);
  const app = await makeAppPassword(server, root);
  const basic = [`authorization: ${basicOf(app)}`];

  await attack(
    "WebDAV: 2,000 wrong passwords",
    flood(2_000, (index) => ({
      target: "/dav/files/",
      method: "PROPFIND",
      headers: [`authorization: ${basicOf({ username: "root", password: `guess ${index}` })}`],
    })),
    { newcomerMs },
  );
  await attack(
    "WebDAV: 500 bodies of strangers that stop half-way",
    flood(500, () => halved(withBody("PUT", "/dav/files/new.bin", "x".repeat(200_000)))),
    { newcomerMs },
  );
  await attack(
    "WebDAV: 300 listings of 100,000 that nobody reads",
    flood(300, () => ({ target: "/dav/files/many/", method: "PROPFIND", headers: [...basic, "depth: 1"] })),
  );
  await attack(
    "WebDAV: 100 trees asked for at once",
    flood(100, () => ({ target: "/dav/", method: "PROPFIND", headers: [...basic, "depth: infinity"] })),
  );
  const entity = (index: number) => `<!ENTITY e${index} "${`&e${index - 1};`.repeat(10)}">`;
  const bomb = `<?xml version="1.0"?><!DOCTYPE p [<!ENTITY e0 "xxxxxxxxxx">${many(12, (index) => entity(index + 1)).join("")}]><propfind xmlns="DAV:"><prop><a>&e12;</a></prop></propfind>`;
  await attack(
    "WebDAV: 300 bodies with entities in entities",
    flood(300, () => withBody("PROPFIND", "/dav/files/", bomb, basic)),
  );
  const deep = "<a>".repeat(80_000);
  await attack(
    "WebDAV: 100 bodies of elements in each other",
    flood(100, () => withBody("PROPFIND", "/dav/files/", deep, basic)),
  );
  const lock =
    '<lockinfo xmlns="DAV:"><lockscope><exclusive/></lockscope><locktype><write/></locktype><owner>me</owner></lockinfo>';
  await attack(
    "WebDAV: 5,000 locks",
    flood(5_000, (index) => withBody("LOCK", `/dav/files/small/held-${index}`, lock, basic)),
  );
  await attack(
    "WebDAV: 200 files that stop half-way",
    flood(200, (index) => halved(withBody("PUT", `/dav/files/drop/half-${index}`, "x".repeat(200_000), basic)), 3_000),
  );

  const files = await share({ files: ["files/many", "files/large.bin"] });
  const kept = await share({ files: ["files/many"], password: "a long password" });
  const box = await share({ files: ["files/drop"], mode: "upload" });
  await attack(
    "shares: 5,000 guesses of a link",
    flood(5_000, (index) => ({ target: `/api/share/${index.toString(36).padStart(22, "x")}/info` })),
    { newcomerMs },
  );
  await attack(
    "shares: 1,000 guesses of a password",
    flood(1_000, (index) => json(`/api/share/${kept}/unlock`, { password: `guess ${index}` })),
    { newcomerMs },
  );
  await attack(
    "shares: 300 zips of 100,000 files that nobody reads",
    flood(300, () => ({ target: `/api/share/${files}/zip` })),
    { newcomerMs },
  );
  await attack(
    "shares: 1,000 pages",
    flood(1_000, () => ({ target: `/s/${files}` })),
    { newcomerMs },
  );
  await attack(
    "shares: 300 listings of 100,000",
    flood(300, () => ({ target: `/api/share/${files}/list?path=many` })),
    { newcomerMs },
  );
  const name = (index: number) => `filename ${Buffer.from(`drop-${index}`).toString("base64")}`;
  const begin = (index: number): Ask => ({
    target: `/api/share/${box}/tus`,
    method: "POST",
    headers: ["tus-resumable: 1.0.0", "upload-length: 1000000", `upload-metadata: ${name(index)}`, "content-length: 0"],
  });
  await attack("drop box: 5,000 uploads that are begun and left", flood(5_000, begin), { newcomerMs });
  await attack(
    "drop box: 500 uploads that stop half-way",
    flood(
      500,
      (index) => {
        const one = begin(10_000 + index);
        const headers = (one.headers ?? []).filter((line) => !line.startsWith("content-length"));
        return halved({
          ...one,
          headers: [...headers, "content-type: application/offset+octet-stream", "content-length: 1000000"],
          body: "x".repeat(200_000),
        });
      },
      3_000,
    ),
    { newcomerMs },
  );

  await attack(
    "socket: 5,000 that never say who they are",
    flood(5_000, () => socket),
    { newcomerMs },
  );
  await attack(
    "socket: 3,000 that ask for the slow way",
    flood(3_000, () => ({ target: "/api/socket?EIO=4&transport=polling" })),
    { newcomerMs },
  );
  await attack(
    "socket: 2,000 of one session",
    flood(2_000, () => ({ ...socket, headers: [...upgrade, ...authOf(root)] })),
  );
} finally {
  await server.remove();
}
