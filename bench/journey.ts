// A 4 GB film over a bad line, from drop box to undo, in the browser: node --import tsx bench/journey.ts
// (needs a build, a Chromium, and 13 GB in the work folder; BENCH_GB for another size, BENCH_DIR for another place)
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";
import { browserPath } from "../e2e/support/browser-path";
import { signIn } from "../e2e/support/api-client";
import { walkJourney } from "../e2e/support/journey";
import { startFiledeck } from "../e2e/support/start-filedeck";
import { enter } from "../e2e/support/test";
import { report } from "./support/report";

const gigabytes = Number(process.env["BENCH_GB"] ?? 4);
const work = mkdtempSync(path.join(process.env["BENCH_DIR"] ?? "/tmp", "filedeck-bench-"));
const server = await startFiledeck({ workDir: work });
const browser = await chromium.launch({ executablePath: browserPath, args: ["--no-sandbox"] });
try {
  const session = await signIn(server);
  mkdirSync(path.join(server.filesDir, "trip/inbox/notes"), { recursive: true });
  writeFileSync(path.join(server.filesDir, "trip/inbox/notes/plan.txt"), "swim");
  const film = path.join(work, "Film from Crete.mp4");
  execFileSync("sh", ["-c", `head -c ${gigabytes}G /dev/urandom > "$1"`, "sh", film]);
  const context = await browser.newContext({ viewport: { width: 1200, height: 800 } });
  const page = await context.newPage();
  await enter(page, server, session);
  const visitor = await browser.newContext({ viewport: { width: 390, height: 800 }, hasTouch: true });
  let before = performance.now();
  const cuts = await walkJourney({
    server,
    session,
    page,
    phone: await visitor.newPage(),
    place: { dir: path.join(server.filesDir, "trip"), path: "files/trip" },
    film,
    cutAfterBytes: 150_000_000,
    timeoutMs: 900_000,
    onStep: (name) => {
      const now = performance.now();
      report(`${gigabytes} GB film, ${name}`, `${((now - before) / 1000).toFixed(1)} s`);
      before = now;
    },
  });
  report("the line broke", `${cuts} times`);
} finally {
  await browser.close();
  await server.stop();
  rmSync(work, { recursive: true, force: true });
}
