// What the server keeps after half an hour of ordinary use: node --import tsx bench/half-hour.ts [folder]   (needs a build and Chromium)
// A person in two tabs walks through all pages, folders and files, uploads, saves and searches. BENCH_MINUTES for another time.
// The folder is copied; without one there are two hundred small files.
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { chromium, type Page } from "playwright-core";
import { browserPath } from "../e2e/support/browser-path";
import { call, signIn } from "../e2e/support/api-client";
import { startFiledeck } from "../e2e/support/start-filedeck";
import { enter } from "../e2e/support/test";
import { memoryMb } from "./support/measure";
import { atMost, report } from "./support/report";

const minutes = Number(process.env["BENCH_MINUTES"] ?? 30);
const samples = process.argv[2];
const server = await startFiledeck();
const browser = await chromium.launch({ executablePath: browserPath, args: ["--no-sandbox"] });
const began = performance.now();
const passed = () => (performance.now() - began) / 60_000;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const say = (name: string) => {
  const { now, peak } = memoryMb(server.pid);
  report(name, `${now.toFixed(0)} MB resident, ${peak.toFixed(0)} MB at most`);
};

/** What is not there in this place, or no longer, is passed by. */
const see = (page: Page, href: string) =>
  page.goto(href, { waitUntil: "networkidle", timeout: 15_000 }).then(
    () => sleep(1_000),
    () => undefined,
  );

try {
  if (samples === undefined) {
    mkdirSync(path.join(server.filesDir, "texts"));
    for (let index = 0; index < 200; index++)
      writeFileSync(path.join(server.filesDir, "texts", `${index}.md`), `# Text ${index}\n\n`.padEnd(5_000, "words "));
  } else execFileSync("cp", ["-a", `${samples}/.`, server.filesDir]);
  await sleep(10_000);
  say("at the beginning");
  const session = await signIn(server);
  const [page, other] = [await browser.newPage(), await browser.newPage()];
  await enter(page, server, session);
  await enter(other, server, session);
  await see(other, `${server.url}/dashboard`);
  await see(page, `${server.url}/browse`);
  const links = await page.getByRole("navigation").getByRole("link").all();
  const pages = (await Promise.all(links.map((link) => link.getAttribute("href")))).flatMap((href) => href ?? []);
  const all = readdirSync(server.filesDir, { recursive: true, encoding: "utf8" });
  const folders = all.map((file) => path.dirname(file));
  const files = all.filter((_, index) => folders.indexOf(folders[index] ?? "") > index - 60);
  let step = 0;
  let toSay = 5;
  while (passed() < minutes) {
    step++;
    const file = files[(step * 7) % files.length] ?? "";
    const turn = step % 3;
    if (turn === 0) await see(page, new URL(pages[(step / 3) % pages.length] ?? "/", server.url).href);
    else await see(page, `${server.url}/browse/files/${file.split(path.sep).map(encodeURIComponent).join("/")}`);
    if (step % 5 === 0) {
      await call(server, "file/search?folder=files&text=words&what=text", { session, method: "GET" });
      await call(server, `file/save/files/note.txt`, { session, body: { context: `note ${step}` } });
    }
    if (passed() < toSay) continue;
    say(`after ${toSay} minutes, ${step} pages`);
    toSay += 5;
  }
  await browser.close();
  await sleep(60_000);
  const { now } = memoryMb(server.pid);
  report(`a minute after ${minutes} minutes of use`, `${now.toFixed(0)} MB resident`, atMost(now, 200, " MB"));
} finally {
  await browser.close();
  await server.stop();
  await server.remove();
}
