import { usernameForm } from "@/lib/shared/username";
import { withoutTrailing } from "@/lib/shared/without-trailing";
import { existsSync, readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import ipaddr from "ipaddr.js";
import { ownAddresses } from "./own-addresses";

export type RootSetting = { hostPath: string; note: string };
export type LogLevel = (typeof logLevels)[number];

export type Env = {
  port: number;
  host: string;
  /** Empty, or like `/files` and `/a/b`: leading slash, none at the end. */
  basePath: string;
  dataDir: string;
  roots: RootSetting[];
  admin: { username: string; password: string | null };
  /** Origin and base under which browsers reach the server, without a slash at the end; null: taken from the request. */
  publicUrl: URL | null;
  /** Addresses or CIDR ranges whose X-Forwarded-* count. */
  trustedProxies: string[];
  /** What a proxy sends to prove that it is one (base/proxy-trust.ts); null: it cannot. */
  proxySecret: string | null;
  logLevel: LogLevel;
  /** How long browsers come over TLS only, once they have; 0 leaves it to them. */
  hstsSeconds: number;
  tls: { certPath: string; keyPath: string } | null;
  /** How much of the audit log is kept: lines of users, and days. */
  audit: { rows: number; days: number };
  /** Host path → internal location of the front nginx, for X-Accel-Redirect; empty: the server sends the bytes itself. */
  accel: { hostPath: string; location: string }[];
  /** Where the SSH agent of the server's user listens. */
  sshAgent: string | null;
};

const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

/** A setting that cannot be used. The message names the variable and what it takes. */
export class EnvError extends Error {
  constructor(variable: string, problem: string) {
    super(`${variable}: ${problem}`);
    this.name = "EnvError";
  }
}

type Source = Readonly<Record<string, string | undefined>>;

/** Configuration from environment variables, each with a default (README). Throws EnvError on a wrong value. */
export function parseEnv(source: Source): Env {
  const read = (name: string) => {
    const value = source[name]?.trim();
    return value === undefined || value === "" ? null : value;
  };
  const certPath = read("FILEDECK_TLS_CERT");
  const keyPath = read("FILEDECK_TLS_KEY");
  if ((certPath === null) !== (keyPath === null))
    throw new EnvError(certPath === null ? "FILEDECK_TLS_CERT" : "FILEDECK_TLS_KEY", "set both or neither");
  for (const [variable, file] of [
    ["FILEDECK_TLS_CERT", certPath],
    ["FILEDECK_TLS_KEY", keyPath],
  ] as const)
    if (file !== null && !existsSync(file)) throw new EnvError(variable, "no such file");
  const basePath = parseBasePath(read("FILEDECK_BASE_PATH"));
  const trustedProxies = parseProxies(read("FILEDECK_TRUSTED_PROXIES"));
  const accel = parseAccel(read("FILEDECK_ACCEL"));
  if (accel.length > 0 && trustedProxies.length === 0)
    throw new EnvError(
      "FILEDECK_ACCEL",
      "requires FILEDECK_TRUSTED_PROXIES, because only trusted proxies are told where files are",
    );
  return {
    port: parsePort(read("FILEDECK_PORT") === null ? "PORT" : "FILEDECK_PORT", read("FILEDECK_PORT") ?? read("PORT")),
    host: read("FILEDECK_HOST") ?? "0.0.0.0",
    basePath,
    dataDir: parseDataDir(read("FILEDECK_DATA")),
    roots: parseRoots(read("FILEDECK_ROOTS")),
    admin: parseAdmin(read("FILEDECK_ADMIN_USERNAME"), source["FILEDECK_ADMIN_PASSWORD"]),
    publicUrl: parsePublicUrl(read("FILEDECK_PUBLIC_URL"), basePath),
    trustedProxies,
    proxySecret: parseProxySecret(read, trustedProxies),
    hstsSeconds: parseHsts(read("FILEDECK_HSTS")),
    logLevel: parseLogLevel(read("FILEDECK_LOG_LEVEL")),
    sshAgent: read("SSH_AUTH_SOCK"),
    tls: certPath === null || keyPath === null ? null : { certPath, keyPath },
    accel,
    audit: {
      rows: parseCount("FILEDECK_AUDIT_ROWS", read("FILEDECK_AUDIT_ROWS") ?? "200000"),
      days: parseCount("FILEDECK_AUDIT_DAYS", read("FILEDECK_AUDIT_DAYS") ?? "730"),
    },
  };
}

function parseCount(variable: string, text: string): number {
  if (!/^[1-9]\d{0,7}$/.test(text)) throw new EnvError(variable, "takes a number from 1 to 99999999");
  return Number(text);
}

export function readEnv(): Env {
  return parseEnv(process.env);
}

/** The data folder alone: a command needs nothing else, and may be run without the server's other settings. */
export function readDataDir(): string {
  return parseDataDir(process.env["FILEDECK_DATA"]?.trim() || null);
}

/** By how much waiting is longer under test, for `patient()` alone: 1 in production. */
export function readPatience(): number {
  return parsePatience(process.env);
}

/** Vitest says itself that it runs; `FILEDECK_TEST_PATIENCE` is for a server that end-to-end tests start, and not for anybody else. */
export function parsePatience(source: Source): number {
  const variable = "FILEDECK_TEST_PATIENCE";
  const text = source[variable]?.trim() || (source["VITEST"] === undefined ? "1" : "5");
  const times = Number(text);
  if (!/^\d{1,2}$/.test(text) || times < 1 || times > 20) throw new EnvError(variable, "takes a number from 1 to 20");
  return times;
}

function parseDataDir(text: string | null): string {
  return path.resolve(text ?? path.join(homedir(), ".filedeck"));
}

function parsePort(variable: string, text: string | null): number {
  if (text === null) return 8480;
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new EnvError(variable, "must be a number from 0 to 65535");
  return port;
}

function parseBasePath(text: string | null): string {
  if (text === null || text === "/") return "";
  const base = `/${text.replace(/^\/+|\/+$/g, "")}`;
  if (!/^(\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+$/.test(base))
    throw new EnvError("FILEDECK_BASE_PATH", "must be a path such as /files, made of letters, digits, . _ ~ and -");
  const first = base.split("/")[1] ?? "";
  if (ownAddresses.has(first))
    throw new EnvError("FILEDECK_BASE_PATH", `/${first} is used by Filedeck itself; choose another path`);
  return base;
}

function parseRoots(text: string | null): RootSetting[] {
  const variable = "FILEDECK_ROOTS";
  if (text === null) return [{ hostPath: homedir(), note: "Home" }];
  const roots = splitList(text).map((part) => {
    const equals = part.indexOf("=");
    const given = equals < 0 ? part : part.slice(0, equals).trim();
    if (!path.isAbsolute(given))
      throw new EnvError(variable, `must list absolute paths such as /srv=Files; not absolute: ${given}`);
    const hostPath = path.resolve(given);
    const note = (equals < 0 ? "" : part.slice(equals + 1).trim()) || path.basename(hostPath) || "/";
    return { hostPath, note };
  });
  if (new Set(roots.map(({ hostPath }) => hostPath)).size < roots.length)
    throw new EnvError(variable, "lists a folder twice");
  return roots;
}

function parseAdmin(username: string | null, password: string | undefined): Env["admin"] {
  if (username !== null && !/^[^\s/\\:]{1,64}$/u.test(username))
    throw new EnvError("FILEDECK_ADMIN_USERNAME", "must have 1 to 64 characters and no spaces, slashes, or colons");
  if (password !== undefined && password !== "" && (password.length < 8 || password.length > 256))
    throw new EnvError("FILEDECK_ADMIN_PASSWORD", "must have 8 to 256 characters");
  return {
    username: usernameForm(username ?? "root"),
    password: password === undefined || password === "" ? null : password,
  };
}

/** With or without the base path, which is added. */
function parsePublicUrl(text: string | null, basePath: string): URL | null {
  const variable = "FILEDECK_PUBLIC_URL";
  if (text === null) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !["http:", "https:"].includes(url.protocol) || url.search !== "" || url.hash !== "")
    throw new EnvError(variable, "must be an address such as https://files.example.org");
  const given = withoutTrailing(url.pathname, "/");
  if (given !== "" && given !== basePath)
    throw new EnvError(variable, `path ${given} does not match FILEDECK_BASE_PATH, ${basePath || "which is empty"}`);
  url.pathname = basePath;
  return url;
}

function parseProxies(text: string | null): string[] {
  const proxies = splitList(text ?? "");
  for (const proxy of proxies)
    if (!(proxy.includes("/") ? ipaddr.isValidCIDR(proxy) : ipaddr.isValid(proxy)))
      throw new EnvError(
        "FILEDECK_TRUSTED_PROXIES",
        `must list addresses or ranges such as 127.0.0.1,10.0.0.0/8; invalid: ${proxy}`,
      );
  return proxies;
}

const secretLength = { least: 16, most: 256 };

/** From the variable, or from a file: those who may look at processes or containers see variables. */
function parseProxySecret(read: (name: string) => string | null, trustedProxies: readonly string[]): string | null {
  const given = read("FILEDECK_PROXY_SECRET");
  const file = read("FILEDECK_PROXY_SECRET_FILE");
  if (given === null && file === null) return null;
  const variable = file === null ? "FILEDECK_PROXY_SECRET" : "FILEDECK_PROXY_SECRET_FILE";
  if (given !== null && file !== null) throw new EnvError(variable, "set this or FILEDECK_PROXY_SECRET, not both");
  const secret = given ?? readSecretFile(variable, file ?? "");
  // What a header carries as it is, through every proxy.
  if (!/^[!-~]*$/.test(secret) || secret.length < secretLength.least || secret.length > secretLength.most)
    throw new EnvError(
      variable,
      `must be ${secretLength.least} to ${secretLength.most} ASCII letters, digits, and punctuation marks, without spaces`,
    );
  if (trustedProxies.length === 0)
    throw new EnvError(
      variable,
      "requires FILEDECK_TRUSTED_PROXIES, because the secret counts only from their addresses",
    );
  return secret;
}

function readSecretFile(variable: string, file: string): string {
  try {
    const { size } = statSync(file);
    if (size > 4096) throw new EnvError(variable, "the file must contain the secret alone");
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    if (error instanceof EnvError) throw error;
    throw new EnvError(variable, `can't read ${file}`);
  }
}

function parseHsts(text: string | null): number {
  const seconds = Number(text ?? 31_536_000);
  if (!Number.isSafeInteger(seconds) || seconds < 0)
    throw new EnvError("FILEDECK_HSTS", "must be a number of seconds, or 0 for none");
  return seconds;
}

function parseLogLevel(text: string | null): LogLevel {
  const level = logLevels.find((name) => name === (text ?? "info"));
  if (level === undefined) throw new EnvError("FILEDECK_LOG_LEVEL", `must be one of ${logLevels.join(", ")}`);
  return level;
}

function parseAccel(text: string | null): Env["accel"] {
  return splitList(text ?? "").map((part) => {
    const [hostPath = "", location = ""] = part.split("=", 2);
    if (!path.isAbsolute(hostPath) || !location.startsWith("/"))
      throw new EnvError("FILEDECK_ACCEL", "must list pairs such as /srv=/_files/srv");
    return { hostPath: path.resolve(hostPath), location: withoutTrailing(location, "/") };
  });
}

function splitList(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
