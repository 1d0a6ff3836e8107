// Small pictures of 12-megapixel photos beside vipsthumbnail and heif-convert: node --import tsx bench/thumbnails.ts [PHOTOS]
// (needs a build, root, vipsthumbnail, and heif-enc and heif-convert for HEIC; 1,000 photos take 3 GB of BENCH_DIR)
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { call, signIn } from "../e2e/support/api-client";
import { rawRequest } from "../e2e/support/raw-request";
import { startFiledeck } from "../e2e/support/start-filedeck";
import { childrenOf, memoryMb, resetPeak } from "./support/measure";
import { atLeast, atMost, report } from "./support/report";

const count = Number(process.argv[2] ?? 1_000);
const kinds = 20;
const screen = 40;
/** What a browser asks at once of one server. */
const connections = 6;
const work = mkdtempSync(path.join(process.env["BENCH_DIR"] ?? "/tmp", "filedeck-bench-"));
const server = await startFiledeck({ workDir: work });

/** Of the shape and about the size in bytes of a telephone's photo: something to see, and some grain. */
async function photo(seed: number): Promise<Buffer> {
  const [width, height] = [4_000, 3_000];
  const coarse = Buffer.from(Array.from({ length: 40 * 30 * 3 }, (_, index) => (index * (seed * 7 + 13)) % 251));
  const grain = await sharp({
    create: {
      width,
      height,
      channels: 3,
      background: "#808080",
      noise: { type: "gaussian", mean: 128, sigma: 14 },
    },
  })
    .png({ compressionLevel: 0 })
    .toBuffer();
  return sharp(coarse, { raw: { width: 40, height: 30, channels: 3 } })
    .resize(width, height, { kernel: "cubic" })
    .composite([{ input: grain, blend: "soft-light" }])
    .jpeg({ quality: 88 })
    .toBuffer();
}

/** All of them, as many at once as a browser asks for; how long each took. */
async function ask(names: readonly string[], get: (name: string) => Promise<number>): Promise<number[]> {
  const waiting = [...names];
  const ms: number[] = [];
  const next = async (): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const startMs = performance.now();
      const status = await get(name);
      if (status !== 200) throw new Error(`${name}: ${status}`);
      ms.push(performance.now() - startMs);
    }
  };
  await Promise.all(Array.from({ length: connections }, next));
  return ms;
}

const seconds = async (work: () => Promise<unknown> | void): Promise<number> => {
  const startMs = performance.now();
  await work();
  return (performance.now() - startMs) / 1_000;
};

try {
  const session = await signIn(server);
  const get = async (name: string) => {
    const query = new URLSearchParams({ file: `files/${name}`, size: "320" }).toString();
    return (await rawRequest(server, `/api/preview/thumbnail?${query}`, { session })).status;
  };
  const folder = path.join(server.filesDir, "photos");
  mkdirSync(folder);
  const names = Array.from({ length: count }, (_, index) => `photos/${String(index).padStart(4, "0")}.jpg`);
  for (const [index, name] of names.entries()) {
    const target = path.join(server.filesDir, name);
    if (index < kinds) writeFileSync(target, await photo(index));
    else copyFileSync(path.join(server.filesDir, names[index % kinds] ?? ""), target);
  }
  execFileSync("sync");

  const [first, rest] = [names.slice(0, screen), names.slice(screen)];
  const cold = await seconds(() => ask(first, get));
  report("first screen of thumbnails, cold", `${cold.toFixed(2)} s`, atMost(cold, 2, " s"));
  const warm = await seconds(() => ask(first, get));
  report("  warm", `${(warm * 1000).toFixed(0)} ms`, atMost(warm * 1000, 200, " ms"));

  resetPeak(server.pid);
  const others: number[] = [];
  const looking = { isOver: false };
  const looked = (async () => {
    while (!looking.isOver) {
      const startMs = performance.now();
      await call(server, "file/stat?path=files%2Fphotos%2F0000.jpg", { session }).catch(() => null);
      others.push(performance.now() - startMs);
      await pause(50);
    }
  })();
  const took = await seconds(() => ask(rest, get));
  looking.isOver = true;
  await looked;
  const workersMb = childrenOf(server.pid).reduce((sum, pid) => sum + memoryMb(pid).peak, 0);
  const rate = rest.length / took;

  const out = path.join(work, "vips");
  mkdirSync(out);
  const vips = await seconds(() => {
    execFileSync("sh", [
      "-c",
      'cd "$1" && ls | tail -n +"$2" | xargs -P2 -n1 sh -c \'vipsthumbnail "$1" --size 320x320 -o "$0/%s.webp[Q=75]"\' "$3"',
      "sh",
      folder,
      String(screen + 1),
      out,
    ]);
  });
  const theirs = rest.length / vips;
  report(
    `thumbnails of ${rest.length} photos of 12 MP`,
    `${rate.toFixed(0)}/s, ${(rate / theirs).toFixed(2)} x vipsthumbnail -P2 (${theirs.toFixed(0)}/s)`,
    atLeast(rate / theirs, 1, " x"),
    atLeast(rate, 57, "/s"),
  );
  const p95 = others.toSorted((a, b) => a - b)[Math.floor(others.length * 0.95)] ?? Number.NaN;
  report("  other requests meanwhile, p95", `${p95.toFixed(0)} ms`, atMost(p95, 50, " ms"));
  report("  memory", `server ${memoryMb(server.pid).peak.toFixed(0)} MB, what it started ${workersMb.toFixed(0)} MB`);

  if (existsSync("/usr/bin/heif-enc") && existsSync("/usr/bin/heif-convert")) {
    const heics = Array.from({ length: 24 }, (_, index) => `heic/${index}.heic`);
    mkdirSync(path.join(server.filesDir, "heic"));
    const [one = ""] = names;
    const original = path.join(server.filesDir, "heic", "0.heic");
    execFileSync("heif-enc", ["-q", "50", path.join(server.filesDir, one), "-o", original], { stdio: "ignore" });
    for (const name of heics.slice(1)) copyFileSync(original, path.join(server.filesDir, name));
    const own = heics.length / (await seconds(() => ask(heics, get)));
    const convert = await seconds(() => {
      execFileSync("sh", [
        "-c",
        'cd "$1" && ls *.heic | xargs -P2 -n1 sh -c \'heif-convert "$1" "$0/$1.jpg" >/dev/null 2>&1\' "$2"',
        "sh",
        path.join(server.filesDir, "heic"),
        out,
      ]);
    });
    const ratio = own / (heics.length / convert);
    report("HEIC of 12 MP", `${own.toFixed(1)}/s, ${ratio.toFixed(2)} x heif-convert`, atLeast(ratio, 0.8, " x"));
  }
} finally {
  await server.remove();
}
