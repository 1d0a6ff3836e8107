import { AppError } from "@/lib/shared/errors";
import { Buffer } from "node:buffer";
import { deflateSync } from "node:zlib";
import { createRequire } from "node:module";
import type * as SharpModule from "sharp";
import { afterAll, describe, expect, test, vi } from "vitest";
import { decode, endWorkers, restingWorkers, type Decoding } from "./decode";

const sharp = createRequire(import.meta.url)("sharp") as typeof SharpModule.default; // its own types
afterAll(endWorkers);

const signal = new AbortController().signal;
const job = (input: Uint8Array, more: Partial<Decoding> = {}) =>
  decode({
    kind: "thumbnail",
    options: { extension: "jpg", sizePx: 320 },
    read: () => Promise.resolve(input),
    holder: "mia",
    signal,
    ...more,
  });

const plain = (width: number, height: number, alpha = 1) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 30, b: 30, alpha } } });

const svg = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><rect width="400" height="200"/></svg>`,
);
const samples: [string, () => Promise<Buffer>][] = [
  ["jpg", () => plain(640, 480).jpeg().toBuffer()],
  ["png", () => plain(640, 480).png().toBuffer()],
  ["gif", () => plain(640, 480).gif().toBuffer()],
  ["webp", () => plain(640, 480).webp().toBuffer()],
  ["avif", () => plain(640, 480).avif({ effort: 0 }).toBuffer()],
  ["tiff", () => plain(640, 480).tiff().toBuffer()],
  ["svg", () => Promise.resolve(svg)],
  ["bmp", () => Promise.resolve(bitmap(640, 480))],
];

test.each(samples)("%s becomes a small WebP", async (extension, make) => {
  const { said, bytes } = await job(await make(), { options: { extension, sizePx: 320 } });
  expect(said).toEqual(extension === "svg" ? { width: 400, height: 200 } : { width: 640, height: 480 });
  const { format, width } = await sharp(bytes).metadata();
  expect({ format, width }).toEqual({ format: "webp", width: 320 });
});

test("it stands upright, and is transparent where the picture is", async () => {
  const turned = await plain(640, 320).jpeg().withMetadata({ orientation: 6 }).toBuffer();
  const { said, bytes } = await job(turned);
  expect(said).toEqual({ width: 320, height: 640 });
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 160, height: 320 });
  const seen = await job(await plain(400, 400, 0.5).png().toBuffer(), { options: { extension: "png", sizePx: 320 } });
  expect(await sharp(seen.bytes).metadata()).toMatchObject({ hasAlpha: true });
});

test("what the camera wrote is told", async () => {
  const photo = await plain(640, 480)
    .jpeg()
    .withExif({
      IFD0: { Make: "Acme", Model: "Snap 3" },
      IFD2: {
        DateTimeOriginal: "2024:05:17 18:30:00",
        FNumber: "28/10",
        ExposureTime: "1/250",
        ISOSpeedRatings: "200",
      },
    })
    .toBuffer();
  const { said } = await job(photo, { kind: "facts" });
  expect(said).toMatchObject({
    width: 640,
    height: 480,
    camera: "Acme Snap 3",
    takenMs: Date.UTC(2024, 4, 17, 18, 30),
    aperture: 2.8,
    iso: 200,
    place: null,
  });
});

test("the JPEG in a camera's raw file is what is shown of it", async () => {
  const preview = await plain(1_200, 800).jpeg().toBuffer();
  const small = await plain(160, 120).jpeg().toBuffer();
  const raw = Buffer.concat([
    Buffer.from("II*\0\x08\0\0\0\0\0\0\0\0\0"),
    small,
    Buffer.alloc(50_000, 7),
    preview,
    Buffer.alloc(50_000, 9),
  ]);
  const { said } = await job(raw, { options: { extension: "cr2", sizePx: 320 } });
  expect(said).toEqual({ width: 1_200, height: 800 });
});

describe("what is too large is refused by its header", () => {
  test.each([
    ["a PNG of 60,000 × 60,000", bombPng(60_000, 60_000), "png"],
    ["a bitmap of 60,000 × 60,000", Buffer.concat([bitmap(1, 1, 60_000)]), "bmp"],
    [
      "an SVG of 60,000 × 60,000",
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="60000" height="60000"/>`),
      "svg",
    ],
  ])("%s", async (_, bytes, extension) => {
    const before = restingWorkers();
    await expect(job(bytes, { options: { extension, sizePx: 320 } })).rejects.toMatchObject({
      key: "preview/too-large",
    });
    expect(restingWorkers()).toEqual(before);
  });
});

test("an SVG that asks for a file, or a host, or another of itself, shows none of it", async () => {
  const hostile = Buffer.from(
    `<!DOCTYPE svg [<!ENTITY e SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="100" height="100">` +
      `<image xlink:href="file:///etc/passwd" width="9" height="9"/><image href="http://127.0.0.1:9/x.png" width="9" height="9"/><text>&e;</text></svg>`,
  );
  const settled = await job(hostile, { options: { extension: "svg", sizePx: 320 } }).then(
    ({ bytes }) => bytes.toString("latin1"),
    () => "",
  );
  expect(settled).not.toContain("root:");
});

test("what is damaged is no preview, and the next one is made all the same", async () => {
  const random = seeded(7);
  for (const [extension, make] of samples) {
    const whole = await make();
    await Promise.all(
      Array.from({ length: 24 }, async (_, round) => {
        const bytes = Buffer.from(round % 3 === 0 ? whole.subarray(0, Math.floor(random() * whole.length)) : whole);
        for (let hits = 0; hits < 12 && bytes.length > 0; hits++)
          bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
        const failure: unknown = await job(bytes, { options: { extension, sizePx: 320 } }).then(
          () => new AppError("preview/failed"),
          (error: unknown) => error,
        );
        expect(failure).toMatchObject({ key: expect.stringMatching(/^preview\//) });
      }),
    );
  }
  expect((await job(await plain(640, 480).jpeg().toBuffer())).said).toEqual({ width: 640, height: 480 });
});

test("a worker that is killed is no preview, and another takes its place", async () => {
  const photo = await plain(640, 480).jpeg().toBuffer();
  await job(photo);
  for (const pid of restingWorkers()) if (pid !== undefined) process.kill(-pid, "SIGKILL");
  await vi.waitFor(async () => expect((await job(photo)).said).toEqual({ width: 640, height: 480 }));
});

test("who goes before it is their turn is not worked for", async () => {
  const photo = await plain(3_000, 2_000).jpeg().toBuffer();
  const busy = Array.from({ length: 6 }, () => job(photo));
  const gone = new AbortController();
  const read = vi.fn(() => Promise.resolve(photo));
  const late = job(photo, { read, signal: gone.signal });
  gone.abort();
  await expect(late).rejects.toMatchObject({ key: "request/cancelled" });
  await Promise.all(busy);
  expect(read).not.toHaveBeenCalled();
});

/** A PNG whose header tells of a size, with hardly any data. */
function bombPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  header[9] = 2;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(1_000_000))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function crc(bytes: Buffer): number {
  let value = 0xffff_ffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb8_8320 : value >>> 1;
  }
  return (value ^ 0xffff_ffff) >>> 0;
}

/** `told`: a side that its header tells of instead. */
function bitmap(width: number, height: number, told = 0): Buffer {
  const bytes = Buffer.alloc(54 + Math.ceil((width * 24) / 32) * 4 * height, 120);
  bytes.fill(0, 0, 54).write("BM");
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(told === 0 ? width : told, 18);
  bytes.writeInt32LE(told === 0 ? height : told, 22);
  bytes.writeUInt16LE(24, 28);
  return bytes;
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}
