// What anonymous callers and broken connections may cost: node --import tsx bench/hostile.ts [word]   (needs a build)
// Everything at 127.0.0.1, from 40 networks where the limits are by network: the server takes them from X-Forwarded-For.
import { closeSync, mkdirSync, openSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { call, signIn } from "../e2e/support/api-client";
import { startFiledeck } from "../e2e/support/start-filedeck";
import { authOf, createAttacker, many } from "./support/hostile";

/** Only the attacks whose names have this word, without the leavings of those before them. */
const wanted = process.argv[2] ?? "";
const server = await startFiledeck({ env: { FILEDECK_TRUSTED_PROXIES: "127.0.0.1" } });
const root = await signIn(server);
const other = await signIn(server);
const { ask, attack } = createAttacker(server, { other, wanted });

try {
  const at = (...names: string[]) => path.join(server.filesDir, ...names);
  mkdirSync(at("small"));
  writeFileSync(at("film.mp4"), "");
  truncateSync(at("film.mp4"), 2_000_000_000);
  writeFileSync(at("control.txt"), Buffer.alloc(19_900_000, 1));
  writeFileSync(at("short.txt"), Buffer.alloc(4_900_000, 1));
  mkdirSync(at("many"));
  for (let index = 0; index < 100_000; index++)
    closeSync(openSync(at("many", `entry ${(index * 7919) % 100_000}`), "w"));
  const made = await call<{ link: string }>(server, "share/create", {
    session: root,
    body: { files: ["files/film.mp4", "files/short.txt"] },
  });
  const share = `/api/share/${made.answer.data.link}`;
  const auth = authOf(root);

  const slowReader = (network: number) => ask({ target: `${share}/file?path=film.mp4`, network });
  await attack("1,000 slow readers of one network", () => Promise.all(many(1_000, () => slowReader(1))));
  await attack("1,000 slow readers of forty networks", () => Promise.all(many(1_000, slowReader)));
  const stalled = {
    target: "/api/user/login",
    method: "POST",
    headers: ["content-length: 4000000"],
    body: "{".repeat(16_000),
  };
  await attack("600 sign-ins that say four megabytes", () =>
    Promise.all(many(600, (network) => ask({ ...stalled, network }))),
  );
  const small = { ...stalled, headers: ["content-length: 16384"] };
  await attack("600 sign-ins that stall", () => Promise.all(many(600, (network) => ask({ ...small, network }))));
  const view = (network: number) => ask({ target: `${share}/text?path=short.txt`, network });
  await attack("100 slow views of a text, anonymous callers", () => Promise.all(many(100, view)));
  const own = { target: "/api/file/files/control.txt", headers: auth };
  await attack("100 slow views of 19.9 MB, one user", () => Promise.all(many(100, () => ask(own))));
  const sorted = { target: "/api/file/files/many?sort=name", headers: auth };
  await attack("30 sorted listings of 100,000", () => Promise.all(many(30, () => ask(sorted, 90_000))));
  const body = JSON.stringify({ context: "x".repeat(150_000_000) });
  const save = (name: string) =>
    call(server, `file/save/files/${name}`, {
      session: root,
      body,
      headers: { "content-type": "application/json" },
      method: "POST",
    });
  await attack("2 saves of 150 MB", async () =>
    (await Promise.all(["a.txt", "b.txt"].map(save))).map(({ status }) => status),
  );
} finally {
  await server.remove();
}
