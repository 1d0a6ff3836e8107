// Damaged pictures of every kind, seeded, through the jailed worker: node --import tsx bench/damaged-pictures.ts [TIMES]   (as root; heif-enc for HEIC)
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { isAppError } from "../lib/shared/errors";
import { damaged, randomFrom } from "../lib/server/archive/damaged-samples";
import { decode, endWorkers } from "../lib/server/process/decoder/decode";
import { atMost, report } from "./support/report";

const times = Number(process.argv[2] ?? 1_000);
const noise = randomFrom(3);
const side = 160;
const pixels = Buffer.from(Array.from({ length: side * side * 3 }, () => Math.floor(noise() * 256)));
const photo = sharp(pixels, { raw: { width: side, height: side, channels: 3 } });

async function heic(): Promise<Buffer> {
  const work = mkdtempSync(path.join(tmpdir(), "filedeck-damaged-"));
  try {
    const [from, to] = [path.join(work, "a.png"), path.join(work, "a.heic")];
    writeFileSync(from, await photo.clone().png().toBuffer());
    execFileSync("heif-enc", [from, "-o", to], { stdio: "ignore" });
    return readFileSync(to);
  } finally {
    rmSync(work, { recursive: true });
  }
}

function bitmap(): Buffer {
  const head = Buffer.alloc(54);
  head.write("BM");
  head.writeUInt32LE(54, 10);
  head.writeUInt32LE(40, 14);
  head.writeInt32LE(side, 18);
  head.writeInt32LE(side, 22);
  head.writeUInt16LE(24, 28);
  return Buffer.concat([head, pixels]);
}

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90">${Array.from(
  { length: 60 },
  (_, index) => `<path d="M${index} 0L9 ${index}z" fill="#${String(100 + index)}" transform="rotate(${index})"/>`,
).join("")}</svg>`;

const jpeg = await photo
  .clone()
  .jpeg()
  .withExif({ IFD0: { Make: "Maker", Model: "M" } })
  .toBuffer();
const sound: Readonly<Record<string, Buffer>> = {
  jpg: jpeg,
  png: await photo.clone().png().toBuffer(),
  gif: await photo.clone().gif().toBuffer(),
  webp: await photo.clone().webp().toBuffer(),
  avif: await photo.clone().avif({ effort: 0 }).toBuffer(),
  tiff: await photo.clone().tiff({ compression: "lzw" }).toBuffer(),
  svg: Buffer.from(svg),
  bmp: bitmap(),
  heic: await heic(),
  // What a camera's raw file is to us: a TIFF with a JPEG in it.
  nef: Buffer.concat([await photo.clone().tiff({ compression: "none" }).toBuffer(), jpeg]),
};

const signal = new AbortController().signal;
let problems = 0;
let longestMs = 0;
try {
  for (const [extension, bytes] of Object.entries(sound)) {
    const random = randomFrom(17);
    const ends = new Map<string, number>();
    for (let turn = 0; turn < times; turn++) {
      const startedMs = performance.now();
      const input = damaged(bytes, random);
      const end = await decode({
        kind: turn % 4 === 0 ? "facts" : "thumbnail",
        options: { extension, sizePx: 320 },
        read: () => Promise.resolve(input),
        holder: "bench",
        signal,
      }).then(
        () => "decoded",
        (error: unknown) => (isAppError(error) ? error.key : String(error)),
      );
      longestMs = Math.max(longestMs, performance.now() - startedMs);
      if (!/^(?:decoded|preview\/(?:failed|too-large))$/.test(end)) problems++;
      ends.set(end, (ends.get(end) ?? 0) + 1);
    }
    console.log(extension, Object.fromEntries(ends));
  }
} finally {
  endWorkers();
}
report(
  `${times} damaged pictures of each kind`,
  `${problems} problems, longest ${Math.round(longestMs)} ms, ${Math.round(process.memoryUsage().rss / 1_048_576)} MB`,
  atMost(problems, 0, " problems"),
);
process.exitCode = problems === 0 ? 0 : 1;
