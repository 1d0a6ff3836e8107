// Many small files beside nginx: node --import tsx bench/many.ts   (needs a build, nginx, wrk, curl, tar, Chromium, root for the tmpfs)
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { chromium } from "playwright-core";
import { browserPath } from "../e2e/support/browser-path";
import { signIn } from "../e2e/support/api-client";
import { startFiledeck } from "../e2e/support/start-filedeck";
import { enter } from "../e2e/support/test";
import { authHeaders, curl, median, wrk } from "./support/measure";
import { atLeast, report } from "./support/report";
import { startNginx } from "./support/nginx";

const count = 10_000;
const work = mkdtempSync("/tmp/filedeck-bench-");
execFileSync("mount", ["-t", "tmpfs", "-o", "size=2g", "tmpfs", work]);
const server = await startFiledeck({ workDir: work });
const nginx = await startNginx(server.filesDir);
const args = "--no-sandbox --disable-gpu --no-first-run --disable-background-networking --disable-sync".split(" ");
const browser = await chromium.launch({ executablePath: browserPath, args });
try {
  const session = await signIn(server);
  const source = path.join(work, "source");
  mkdirSync(source);
  const files = Array.from({ length: count }, (_, index) => path.join(source, `file-${index}.bin`));
  for (const file of files) writeFileSync(file, Buffer.alloc(4096, file));
  const tar = path.join(work, "source.tar");
  execFileSync("tar", ["-c", "-C", source, "-f", tar, "."]);

  const script = path.join(work, "put.lua");
  writeFileSync(
    script,
    'wrk.method = "PUT"\nwrk.body = string.rep("x", 4096)\nlocal count = 0\nfunction request()\n  count = count + 1\n  return wrk.format(nil, "/nginx/f" .. count)\nend\n',
  );
  mkdirSync(path.join(server.filesDir, "nginx"));
  const theirs = wrk(`${nginx.url}/`, { connections: 8, seconds: 3, script }).perSecond;

  const rates: number[] = [];
  for (let run = 0; run < 3; run++) {
    mkdirSync(path.join(server.filesDir, `tar${run}`));
    const target = `${server.url}/api/file/upload-many?to=files/tar${run}`;
    const { seconds, status } = await curl([...authHeaders(session), "-H", "Expect:", "-X", "POST", "-T", tar, target]);
    if (status !== 200) throw new Error(`upload-many: ${status}`);
    rates.push(readdirSync(path.join(server.filesDir, `tar${run}`)).length / seconds);
  }
  report(
    `${count.toLocaleString("en")} x 4 KiB as a tar`,
    `${median(rates).toFixed(0)} files/s, ${(median(rates) / theirs).toFixed(2)} x nginx's PUT`,
    atLeast(median(rates) / theirs, 0.3, " x"),
  );

  mkdirSync(path.join(server.filesDir, "browser"));
  const page = await browser.newPage({ viewport: { width: 1360, height: 860 }, locale: "en-US" });
  await enter(page, server, session);
  await page.goto(`${server.url}/browse/files/browser`);
  const button = page.getByRole("toolbar").getByRole("button", { name: "Upload" });
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), button.click()]);
  const started = performance.now();
  await chooser.setFiles(files);
  await page
    .getByText("10000 files uploaded")
    .or(page.getByText("10,000 files uploaded"))
    .waitFor({ timeout: 300_000 });
  const seconds = (performance.now() - started) / 1000;
  const stored = readdirSync(path.join(server.filesDir, "browser")).length;
  report(
    `${stored.toLocaleString("en")} x 4 KiB from the browser`,
    `${(stored / seconds).toFixed(0)} files/s, ${seconds.toFixed(1)} s`,
    atLeast(stored / seconds, 400, " files/s"),
  );
} finally {
  await browser.close();
  await nginx.stop();
  await server.stop();
  execFileSync("umount", ["-l", work]);
  rmSync(work, { recursive: true, force: true });
}
