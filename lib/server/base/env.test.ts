import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { EnvError, parseEnv, parsePatience } from "./env";

it("has a default for everything", () => {
  const env = parseEnv({});
  expect(env).toMatchObject({
    port: 8480,
    host: "0.0.0.0",
    basePath: "",
    publicUrl: null,
    logLevel: "info",
    sshAgent: null,
    tls: null,
    trustedProxies: [],
    proxySecret: null,
    accel: [],
  });
  expect(env.admin).toEqual({ username: "root", password: null });
  expect(env.roots).toHaveLength(1);
});

it.each([
  [{ PORT: "9000" }, { port: 9000 }],
  [{ PORT: "9000", FILEDECK_PORT: "9001" }, { port: 9001 }],
  [{ FILEDECK_BASE_PATH: "/" }, { basePath: "" }],
  [{ FILEDECK_BASE_PATH: "files" }, { basePath: "/files" }],
  [{ FILEDECK_BASE_PATH: "/a/b/" }, { basePath: "/a/b" }],
  [
    { FILEDECK_ROOTS: "/tmp=Scratch, /usr/" },
    {
      roots: [
        { hostPath: "/tmp", note: "Scratch" },
        { hostPath: "/usr", note: "usr" },
      ],
    },
  ],
  [{ FILEDECK_TRUSTED_PROXIES: "127.0.0.1,10.0.0.0/8" }, { trustedProxies: ["127.0.0.1", "10.0.0.0/8"] }],
  [
    { FILEDECK_TRUSTED_PROXIES: "::1", FILEDECK_PROXY_SECRET: " 0123456789abcdef " },
    { proxySecret: "0123456789abcdef" },
  ],
  [
    { FILEDECK_ACCEL: "/srv=/_files/srv/", FILEDECK_TRUSTED_PROXIES: "::1" },
    { accel: [{ hostPath: "/srv", location: "/_files/srv" }] },
  ],
  [{ FILEDECK_PUBLIC_URL: "https://a.example" }, { publicUrl: new URL("https://a.example") }],
  [
    { FILEDECK_PUBLIC_URL: "https://a.example", FILEDECK_BASE_PATH: "files" },
    { publicUrl: new URL("https://a.example/files") },
  ],
  [
    { FILEDECK_PUBLIC_URL: "https://a.example/files/", FILEDECK_BASE_PATH: "/files" },
    { publicUrl: new URL("https://a.example/files") },
  ],
  [{ FILEDECK_ADMIN_PASSWORD: "" }, { admin: { username: "root", password: null } }],
])("reads %j", (source, expected) => {
  expect(parseEnv(source)).toMatchObject(expected);
});

it.each([
  ["FILEDECK_PORT", "eighty"],
  ["FILEDECK_PORT", "65536"],
  ["PORT", "-1"],
  ["FILEDECK_BASE_PATH", "/a b"],
  ["FILEDECK_BASE_PATH", "/../x"],
  ["FILEDECK_BASE_PATH", "//"],
  ["FILEDECK_BASE_PATH", "/browse"],
  ["FILEDECK_BASE_PATH", "/api/x"],
  ["FILEDECK_BASE_PATH", "/trash"],
  ["FILEDECK_BASE_PATH", "/dav"],
  ["FILEDECK_ROOTS", "srv=Files"],
  ["FILEDECK_ROOTS", "/tmp,/tmp/"],
  ["FILEDECK_ADMIN_USERNAME", "a b"],
  ["FILEDECK_ADMIN_PASSWORD", "short"],
  ["FILEDECK_PUBLIC_URL", "files.example.org"],
  ["FILEDECK_PUBLIC_URL", "https://files.example.org/other"],
  ["FILEDECK_TRUSTED_PROXIES", "proxy.lan"],
  ["FILEDECK_TRUSTED_PROXIES", "10.0.0.0/33"],
  ["FILEDECK_TRUSTED_PROXIES", "10.0.0.300"],
  ["FILEDECK_PROXY_SECRET", "0123456789abcde"],
  ["FILEDECK_PROXY_SECRET", "0123456789 abcdef"],
  ["FILEDECK_PROXY_SECRET", "0123456789abcdeü"],
  ["FILEDECK_PROXY_SECRET", "x".repeat(257)],
  ["FILEDECK_PROXY_SECRET", "0123456789abcdef-without-a-proxy"],
  ["FILEDECK_PROXY_SECRET_FILE", "/does/not/exist"],
  ["FILEDECK_PROXY_SECRET_FILE", "/tmp"],
  ["FILEDECK_LOG_LEVEL", "loud"],
  ["FILEDECK_HSTS", "a year"],
  ["FILEDECK_AUDIT_ROWS", "0"],
  ["FILEDECK_AUDIT_DAYS", "a year"],
  ["FILEDECK_TLS_CERT", "/does/not/exist"],
  ["FILEDECK_ACCEL", "/srv"],
  ["FILEDECK_ACCEL", "/srv=/_files"],
])("refuses %s=%s and names the variable", (name, value) => {
  const parse = () =>
    parseEnv({ [name]: value, ...(name === "FILEDECK_TLS_CERT" ? { FILEDECK_TLS_KEY: "/etc/hostname" } : {}) });
  expect(parse).toThrow(EnvError);
  expect(parse).toThrow(name);
});

it("reads the proxy's secret from a file, and never says it", () => {
  const dir = mkdtempSync(path.join(tmpdir(), "filedeck-env-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const file = path.join(dir, "secret");
  const parse = (text: string, more: Record<string, string> = {}) => {
    writeFileSync(file, text);
    return parseEnv({ FILEDECK_TRUSTED_PROXIES: "::1", FILEDECK_PROXY_SECRET_FILE: file, ...more });
  };
  expect(parse("0123456789abcdef\n").proxySecret).toBe("0123456789abcdef");
  expect(() => parse("0123456789abcdef", { FILEDECK_PROXY_SECRET: "0123456789abcdef" })).toThrow("not both");
  expect(() => parse("too-short")).toThrow(/^FILEDECK_PROXY_SECRET_FILE: (?!.*too-short)/);
  expect(() => parse("x".repeat(5000))).toThrow("the secret alone");
});

it("waits longer under test alone", () => {
  expect(parsePatience({})).toBe(1);
  expect(parsePatience({ VITEST: "true" })).toBe(5);
  expect(parsePatience({ VITEST: "true", FILEDECK_TEST_PATIENCE: "20" })).toBe(20);
  for (const FILEDECK_TEST_PATIENCE of ["0", "21", "1.5", "-1", "5 s"])
    expect(() => parsePatience({ FILEDECK_TEST_PATIENCE })).toThrow(EnvError);
});
