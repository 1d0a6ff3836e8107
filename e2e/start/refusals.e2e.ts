import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createClient } from "@libsql/client";
import { expect, test } from "@playwright/test";
import { makeCertificate } from "../support/make-certificate";
import { startFiledeck } from "../support/start-filedeck";

let dir: string;
test.beforeAll(() => {
  dir = mkdtempSync(path.join(tmpdir(), "filedeck-refusals-"));
});
test.afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** What the server prints before it ends with code 1; anything else fails. */
async function refusalOf(env: Record<string, string>, workDir = mkdtempSync(path.join(dir, "w-"))): Promise<string> {
  const outcome = await startFiledeck({ env, workDir }).then(
    (server) => server.remove().then(() => "started"),
    (error: Error) => error.message,
  );
  expect(outcome).toMatch(/^ended with 1:\n/);
  return outcome.slice("ended with 1:\n".length);
}

const wrong: [name: string, value: string][] = [
  ["FILEDECK_PORT", "eighty"],
  ["FILEDECK_PORT", "70000"],
  ["FILEDECK_HOST", "192.0.2.1"],
  ["FILEDECK_BASE_PATH", "/a b"],
  ["FILEDECK_ROOTS", "srv=Files"],
  ["FILEDECK_ROOTS", "/does/not/exist"],
  ["FILEDECK_ROOTS", "/etc/hostname"],
  ["FILEDECK_ADMIN_USERNAME", "a b"],
  ["FILEDECK_ADMIN_PASSWORD", "short"],
  ["FILEDECK_ADMIN_PASSWORD", "password"],
  ["FILEDECK_PUBLIC_URL", "files.example.org"],
  ["FILEDECK_TRUSTED_PROXIES", "10.0.0.0/33"],
  ["FILEDECK_PROXY_SECRET", "too-short"],
  ["FILEDECK_LOG_LEVEL", "loud"],
  ["FILEDECK_ACCEL", "/srv"],
  ["FILEDECK_DATA", "/dev/null"],
];

for (const [name, value] of wrong) {
  test(`${name}=${value} ends the start with one line that names it`, async () => {
    const output = await refusalOf({ [name]: value });
    expect(output).toMatch(new RegExp(`^${name}: .+\n$`));
  });
}

test("a port that another program has is named", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const address = other.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  expect(await refusalOf({ FILEDECK_PORT: String(port) })).toBe(`FILEDECK_PORT: ${port} is already in use\n`);
  other.close();
});

test("a second server on a data folder is refused, and the first goes on", async () => {
  const first = await startFiledeck({ workDir: mkdtempSync(path.join(dir, "w-")) });
  const { dataDir, url, workDir } = first;
  expect(await refusalOf({}, workDir)).toBe(
    `FILEDECK_DATA: another server is using ${dataDir}; stop it first, or use another folder here\n`,
  );
  expect((await fetch(`${url}/api/health`)).status).toBe(200);
  await first.stop("SIGKILL");
  // Killed, it has let go of it.
  await (await startFiledeck({ workDir })).remove();
});

test("certificate and key are checked before the first visitor meets them", async () => {
  const [a, b] = ["a", "b"].map((name) => {
    mkdirSync(path.join(dir, name));
    return makeCertificate(path.join(dir, name));
  });
  const nonsense = path.join(dir, "nonsense.pem");
  writeFileSync(nonsense, "nonsense");
  const start = (cert: string | undefined, key: string | undefined) =>
    refusalOf({ FILEDECK_TLS_CERT: cert ?? "", FILEDECK_TLS_KEY: key ?? "" });
  expect(await start(a?.certPath, "")).toBe("FILEDECK_TLS_KEY: set both or neither\n");
  expect(await start("/does/not/exist", a?.keyPath)).toBe("FILEDECK_TLS_CERT: no such file\n");
  expect(await start(nonsense, a?.keyPath)).toMatch(/^FILEDECK_TLS_CERT: does not contain a PEM certificate/);
  expect(await start(a?.certPath, nonsense)).toMatch(/^FILEDECK_TLS_KEY: does not contain an unencrypted PEM key/);
  expect(await start(a?.certPath, b?.keyPath)).toBe("FILEDECK_TLS_KEY: does not match FILEDECK_TLS_CERT\n");
});

test("the database of a newer version is refused in plain words and left as it is", async () => {
  const server = await startFiledeck();
  await server.stop();
  const client = createClient({ url: `file:${server.dataDir}/filedeck.db` });
  await client.execute(
    `INSERT INTO "_prisma_migrations" (id, checksum, finished_at, migration_name) VALUES ('x', 'x', 1, '9999_future')`,
  );
  client.close();
  const output = await refusalOf({}, server.workDir);
  expect(output).toBe(
    "The database is from a newer version of Filedeck (it contains 9999_future). Start that version, or restore a backup.\n",
  );
  await server.remove();
});
