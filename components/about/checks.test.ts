import { expect, test } from "vitest";
import type { ServerState } from "@/lib/contracts/about";
import { checksOf } from "./checks";

const now = Date.UTC(2026, 0, 31);
const day = 86_400_000;
const gib = 1024 ** 3;
const fine: ServerState = {
  version: "0.1.0",
  node: "24.0.0",
  system: "Debian",
  kernel: "6.1",
  architecture: "x86_64",
  installation: "service",
  started_at: now - day,
  now,
  memory_bytes: 1,
  data: { path: "/data", total: 100 * gib, free: 55 * gib, available: 50 * gib },
  database: { bytes: 1, last_backup_at: now - day, has_backup_failed: false, is_backup_exposed: false },
  is_clock_synchronized: true,
  connection: {
    is_secure: true,
    way: "own",
    port: 8480,
    certificate: { names: ["a"], issuer: "b", is_self_signed: false, expires_at: now + 60 * day },
    address: "10.0.0.1",
    host: "files.example.org",
    public_url: null,
    trusted_proxies: [],
    has_proxy_secret: false,
    is_named_by_proxy: false,
  },
  docker: { is_reachable: true, version: "27", said: "" },
  systemd: "running",
  host_needs: null,
  confinement: { has_bwrap: true, landlock: 7, has_landlock: true },
};
const said = (more: Partial<ServerState>, browserNow = now) =>
  checksOf({ ...fine, ...more }, browserNow).flatMap(({ id, tone, text }) =>
    tone === "ok" ? [] : [`${id} ${tone} ${text}`],
  );

function certificateUntil(expires_at: number): Partial<ServerState> {
  const certificate = { names: ["a"], issuer: "b", is_self_signed: false, expires_at };
  return { connection: { ...fine.connection, certificate } };
}

function proxied(more: Partial<ServerState["connection"]>): Partial<ServerState> {
  return { connection: { ...fine.connection, trusted_proxies: ["127.0.0.1"], ...more } };
}

test("nothing is said of a server that is well", () => {
  expect(said({})).toEqual([]);
  expect(said(proxied({ has_proxy_secret: true, is_named_by_proxy: true }))).toEqual([]);
});

test.each<[string, Partial<ServerState>, string]>([
  ["little room", { data: { ...fine.data, free: 10 * gib, available: 5 * gib } }, "space warn low"],
  ["hardly any room", { data: { ...fine.data, free: gib, available: gib } }, "space bad low"],
  [
    "a small disk that is nearly full",
    { data: { path: "/", total: gib, free: gib / 8, available: gib / 8 } },
    "space bad low",
  ],
  ["no backup", { database: { ...fine.database, last_backup_at: null } }, "backup warn never"],
  ["an old backup", { database: { ...fine.database, last_backup_at: now - 31 * day } }, "backup warn old"],
  ["a backup that others can open", { database: { ...fine.database, is_backup_exposed: true } }, "backup bad exposed"],
  ["a backup that failed", { database: { ...fine.database, has_backup_failed: true } }, "backup bad failed"],
  ["a clock that nobody sets", { is_clock_synchronized: false }, "clock warn notSet"],
  ["no TLS", { connection: { ...fine.connection, is_secure: false } }, "connection bad plain"],
  [
    "no TLS on this machine",
    { connection: { ...fine.connection, is_secure: false, host: "127.0.0.1:8480" } },
    "connection info local",
  ],
  ["a proxy that is known by its address alone", proxied({}), "proxy info address"],
  ["one that shall sign people in as well", proxied({ is_named_by_proxy: true }), "proxy bad signIn"],
  ["a certificate that ends soon", certificateUntil(now + 13 * day), "certificate warn expires"],
  ["one that has ended", certificateUntil(now - 1), "certificate bad expired"],
  [
    "nothing that confines",
    { confinement: { has_bwrap: false, landlock: 0, has_landlock: false } },
    "confinement warn none",
  ],
  ["no daemon", { docker: { is_reachable: false, version: null, said: "" } }, "docker info away"],
  ["failed units", { systemd: "degraded" }, "systemd warn degraded"],
  ["a container", { host_needs: ["pid"] }, "host info closed"],
])("%s", (_, more, expected) => {
  expect(said(more)).toEqual([expected]);
});

test("the browser's clock is another one", () => {
  expect(said({}, now - 60_000)).toEqual(["clock warn differs"]);
  expect(said({ is_clock_synchronized: null })).toEqual([]);
});
