import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test as base, type Page } from "@playwright/test";
import { makeCertificate } from "../support/make-certificate";
import { rootUser, startFiledeck, type Filedeck } from "../support/start-filedeck";
import { startCaddy, startNginx, type Proxy } from "../support/start-proxy";
import { noteProblems } from "../support/test";

type Way = {
  name: string;
  start: (port: number, basePath: string) => Promise<Proxy>;
  basePath: string;
  isTls?: boolean;
};

const nginx = (example: string) => (port: number, basePath: string) =>
  startNginx({ example, changes: { "127.0.0.1:8480": `127.0.0.1:${port}`, ...prefix("/files/", basePath) } });
const caddy = (example: string) => (port: number, basePath: string) =>
  startCaddy({ example, changes: { "127.0.0.1:8480": `127.0.0.1:${port}`, ...prefix("/files", basePath) } });

async function nginxTls(port: number): Promise<Proxy> {
  const dir = mkdtempSync(path.join(tmpdir(), "filedeck-certificate-"));
  const { certPath, keyPath } = makeCertificate(dir);
  const certificate = { "/etc/ssl/filedeck/cert.pem": certPath, "/etc/ssl/filedeck/key.pem": keyPath };
  const changes = { "127.0.0.1:8480": `127.0.0.1:${port}`, ...certificate };
  const proxy = await startNginx({ example: "host-tls.conf", changes });
  rmSync(dir, { recursive: true, force: true });
  return proxy;
}

function prefix(inExample: string, basePath: string): Record<string, string> {
  return basePath === "" ? {} : { [inExample]: inExample.replace("/files", basePath) };
}

/** The documented configurations, as they are in examples/. */
const ways: Way[] = [
  { name: "nginx on a host of its own", start: nginx("host.conf"), basePath: "" },
  { name: "nginx with TLS", start: nginxTls, basePath: "", isTls: true },
  { name: "nginx keeping /files", start: nginx("prefix.conf"), basePath: "/files" },
  { name: "nginx stripping /files", start: nginx("prefix-stripped.conf"), basePath: "/files" },
  { name: "nginx keeping /a/b", start: nginx("prefix.conf"), basePath: "/a/b" },
  { name: "nginx stripping /a/b", start: nginx("prefix-stripped.conf"), basePath: "/a/b" },
  { name: "Caddy on a host of its own", start: caddy("host.Caddyfile"), basePath: "" },
  { name: "Caddy keeping /files", start: caddy("prefix.Caddyfile"), basePath: "/files" },
  { name: "Caddy stripping /files", start: caddy("prefix-stripped.Caddyfile"), basePath: "/files" },
];

const test = base.extend<{ behind: (way: Way) => Promise<{ server: Filedeck; proxy: Proxy; url: string }> }>({
  behind: async ({}, use) => {
    const ends: (() => Promise<unknown>)[] = [];
    await use(async ({ start, basePath, isTls = false }) => {
      const server = await startFiledeck({ basePath, env: { FILEDECK_TRUSTED_PROXIES: "127.0.0.1" } });
      ends.push(() => server.remove());
      const proxy = await start(server.port, basePath);
      ends.unshift(() => proxy.stop());
      return { server, proxy, url: `${isTls ? "https" : "http"}://127.0.0.1:${proxy.port}${basePath}` };
    });
    for (const end of ends) await end();
  },
});

test.use({ ignoreHTTPSErrors: true });

/** Console errors and requests that leave the base. */
function watch(page: Page, url: string): string[] {
  const problems: string[] = [];
  noteProblems(page, (problem) => problems.push(problem));
  page.on("request", (request) => {
    const target = request.url();
    const isInside = target === url || target.startsWith(`${url}/`) || target.startsWith(`${url}?`);
    if (!isInside && !/^(?:data|blob):/.test(target)) problems.push(`outside: ${target}`);
  });
  page.on("worker", (worker) => {
    if (!worker.url().startsWith(`${url}/`) && !worker.url().startsWith("blob:"))
      problems.push(`outside: ${worker.url()}`);
  });
  page.on("websocket", (socket) => {
    if (!socket.url().startsWith(`${url.replace("http", "ws")}/`)) problems.push(`outside: ${socket.url()}`);
  });
  return problems;
}

for (const way of ways) {
  test(`behind ${way.name}: sign in, browse, reload, edit, stay live, download`, async ({ page, behind }) => {
    const { server, proxy, url } = await behind(way);
    writeFileSync(path.join(server.filesDir, "note.txt"), "first line\n");
    const problems = watch(page, url);

    await page.goto(`${url}/`);
    await page.getByLabel("Username").fill(rootUser.username);
    await page.getByLabel("Password", { exact: true }).fill(rootUser.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    const row = page.getByRole("row", { name: /note\.txt/ });
    await expect(row).toBeVisible();
    await page.reload();
    await expect(row).toBeVisible();

    writeFileSync(path.join(server.filesDir, "live.txt"), "made on the disk");
    await expect(page.getByRole("row", { name: /live\.txt/ })).toBeVisible();

    await page.getByText("note.txt", { exact: true }).dblclick();
    const editor = page.getByRole("textbox", { name: /note\.txt|editor/i }).first();
    await expect(page.getByText("first line")).toBeVisible({ timeout: 30_000 });
    await editor.focus();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("second line");
    await page.keyboard.press("Control+s");
    await expect
      .poll(() => readFileSync(path.join(server.filesDir, "note.txt"), "utf8"))
      .toBe("first line\nsecond line");
    const downloading = page.waitForEvent("download");
    await page.getByRole("dialog").getByRole("button", { name: "Download" }).click();
    const file = await (await downloading).path();
    expect(readFileSync(file, "utf8")).toBe("first line\nsecond line");

    expect(problems).toEqual([]);
    const isInside = (target: string) => target === way.basePath || target.startsWith(`${way.basePath}/`);
    expect(proxy.requested().filter((target) => !isInside(target))).toEqual([]);
    for (const part of ["/_next/static/", "/api/user/login", "/api/socket", "/api/file/download"])
      // The proxy writes its log after the answer.
      await expect
        .poll(() => proxy.requested().some((target) => target.startsWith(`${way.basePath}${part}`)), part)
        .toBe(true);
    const cookie = (await page.context().cookies()).find(({ name }) => name.startsWith("filedeck.session."));
    expect(cookie).toMatchObject({ path: way.basePath || "/", secure: way.isTls === true });
  });
}
