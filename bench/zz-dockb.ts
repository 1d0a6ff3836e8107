import { mkdirSync, writeFileSync } from "node:fs";
import { chromium } from "playwright-core";
import { startFiledeck } from "../e2e/support/start-filedeck";
import { startDockerd } from "@/lib/server/process/dockerd-fixture";
import { importBusybox } from "@/lib/server/process/busybox-image";

const out = "/tmp/dockb/shots";
mkdirSync(out, { recursive: true });
const daemon = await startDockerd();
const server = await startFiledeck({ env: { DOCKER_HOST: daemon.env["DOCKER_HOST"] ?? "" } });
try {
  await importBusybox(daemon.docker, "box", ["sh", "sleep"]);
  for (const name of ["web", "cache"])
    await daemon.docker(
      "run",
      "-d",
      "--name",
      name,
      "-v",
      "shopdata:/data",
      "-v",
      "/anon",
      "--label",
      "com.docker.compose.project=legacy",
      "--label",
      `com.docker.compose.service=${name}`,
      "box",
      "/bin/sleep",
      "1000",
    );
  for (const [name, text] of [
    [
      "shop",
      "services:\n  web:\n    image: box\n    command: /bin/sleep 1000\n  db:\n    image: box\n    command: /bin/sleep 1000\n    network_mode: none\n",
    ],
    ["blog", "services:\n  app:\n    image: ghost:5\n"],
  ] as const) {
    mkdirSync(`${server.dataDir}/stacks/${name}`, { recursive: true });
    writeFileSync(`${server.dataDir}/stacks/${name}/compose.yaml`, text);
  }
  writeFileSync(`${server.dataDir}/stacks/shop/.env`, "# for the shop\nTAG=latest\n");
  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium-headless-shell",
    args: ["--no-sandbox", "--disable-gpu"],
  });
  const parts = process.argv.slice(2);
  const { scenes } = await import("./zz-dockb-scenes");
  for (const part of parts) await scenes[part]?.({ browser, server, daemon, out });
  await browser.close();
} finally {
  await server.remove();
  await daemon.stop();
}
process.exit(0);
