import fs from "node:fs";
import path from "node:path";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { afterEach, beforeEach, expect, test } from "vitest";
import { imageEditContract } from "@/lib/contracts/image-edit";
import type { InputOf } from "@/lib/contracts/endpoint";
import { at } from "@/lib/server/storage/conformance/support";
import { makeTrashFixture, type TrashFixture } from "@/lib/server/trash/trash-fixture";
import { measureImage } from "./measure-image";
import { saveImage } from "./save-image";

let fixture: TrashFixture;
beforeEach(async () => {
  fixture = await makeTrashFixture();
});
afterEach(() => fixture.close());

const host = (name: string) => path.join(fixture.root, name);
const save = (input: InputOf<typeof imageEditContract.saveImage>) =>
  saveImage(imageEditContract.saveImage.input.parse(input), fixture.ctx);
const measure = (input: InputOf<typeof imageEditContract.measureImage>) =>
  measureImage(imageEditContract.measureImage.input.parse(input), fixture.ctx);

/** Green in the left upper quarter, else brown; lying on its side, as its EXIF says. */
async function writePhoto(name: string): Promise<void> {
  const corner = { create: { width: 200, height: 150, channels: 3 as const, background: "#00ff00" } };
  await sharp({ create: { width: 400, height: 300, channels: 3, background: "#884422" } })
    .composite([{ input: corner, left: 0, top: 0 }])
    .withExif({ IFD0: { Make: "Maker", Copyright: "Mia" } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 95 })
    .toFile(host(name));
}

async function colorAt(name: string, left: number, top: number): Promise<number[]> {
  const { data } = await sharp(host(name))
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data.subarray(0, 3)];
}

const near = (found: readonly number[], wanted: readonly number[]) =>
  found.every((value, index) => Math.abs(value - (wanted[index] ?? 0)) < 16);

test("a copy is upright, turned, cropped and resized as asked, and keeps what its EXIF says", async () => {
  await writePhoto("a.jpg");
  // Upright it is 300 × 400 with the green at the top on the right; turned once more 400 × 300 with it at the bottom on the right.
  const saved = await save({
    path: at("a.jpg"),
    edits: [
      { kind: "turn", by: 1 },
      { kind: "crop", area: { x: 0.5, y: 0.5, width: 0.5, height: 0.5 } },
      { kind: "resize", longest: 100 },
    ],
    to: "copy",
  });
  expect(saved).toMatchObject({ path: at("a (2).jpg"), width: 100, height: 75 });
  const metadata = await sharp(host("a (2).jpg")).metadata();
  expect(metadata).toMatchObject({ format: "jpeg", width: 100, height: 75, orientation: 1 });
  expect(metadata.exif?.toString("latin1")).toContain("Maker");
  expect(near(await colorAt("a (2).jpg", 50, 40), [0, 255, 0])).toBe(true);
});

test("mirrored, straightened, drawn on and blurred, each where it was asked for", async () => {
  await writePhoto("a.jpg");
  await save({
    path: at("a.jpg"),
    edits: [
      { kind: "addMark", mark: { kind: "blur", from: { x: 0.4, y: 0.1 }, to: { x: 0.6, y: 0.3 }, strength: 0.2 } },
      {
        kind: "addMark",
        mark: { kind: "line", from: { x: 0.1, y: 0.9 }, to: { x: 0.9, y: 0.9 }, color: "#0000ff", width: 0.05 },
      },
      {
        kind: "addMark",
        mark: { kind: "text", at: { x: 0.25, y: 0.7 }, text: "<b>&\u0000Ä", color: "#ffffff", size: 0.1, degrees: 0 },
      },
      { kind: "flip", axis: "horizontal" },
    ],
    format: "png",
    metadata: "remove",
    to: "copy",
    name: "b.png",
  });
  expect((await sharp(host("b.png")).metadata()).exif).toBeUndefined();
  // The green is on the left now.
  expect(near(await colorAt("b.png", 20, 20), [0, 255, 0])).toBe(true);
  expect(near(await colorAt("b.png", 280, 20), [0x88, 0x44, 0x22])).toBe(true);
  expect(near(await colorAt("b.png", 150, 360), [0, 0, 255])).toBe(true);
  // Of two colors, one in between.
  const [red = 0, green = 0] = await colorAt("b.png", 150, 80);
  expect([red > 20 && red < 0x80, green > 0x50 && green < 0xf0]).toEqual([true, true]);
  await save({
    path: at("b.png"),
    edits: [{ kind: "straighten", degrees: 10 }],
    to: "copy",
    name: "c.png",
  });
  const { width, height } = await sharp(host("c.png")).metadata();
  expect([width < 300, height < 400, Math.abs(width / height - 0.75) < 0.01]).toEqual([true, true, true]);
  // No empty corner.
  expect(near(await colorAt("c.png", 1, 1), [0, 255, 0])).toBe(true);
});

test("light and color change as the preview shows them", async () => {
  await sharp({ create: { width: 8, height: 8, channels: 4, background: { r: 200, g: 100, b: 50, alpha: 0.5 } } })
    .png()
    .toFile(host("a.png"));
  await save({
    path: at("a.png"),
    edits: [{ kind: "tone", name: "saturation", value: -100 }],
    to: "copy",
    name: "b.png",
  });
  const [red = 0, green = 0, blue = 0] = await colorAt("b.png", 4, 4);
  expect([red === green, green === blue]).toEqual([true, true]);
  expect((await sharp(host("b.png")).metadata()).hasAlpha).toBe(true);
});

test("over the original: what was there is a version, and only over what it was made of", async () => {
  await writePhoto("a.jpg");
  const before = fs.readFileSync(host("a.jpg"));
  const { etag } = await fixture.ctx.storage.stat(at("a.jpg"));
  const input = { path: at("a.jpg"), edits: [{ kind: "turn" as const, by: 1 as const }], to: "replace" as const };
  await expect(save({ ...input, ifMatch: '"another"' })).rejects.toMatchObject({
    key: "file/changed",
    detail: { etag },
  });
  expect(fs.readFileSync(host("a.jpg")).equals(before)).toBe(true);
  const saved = await save({ ...input, ifMatch: etag });
  expect(saved).toMatchObject({ path: at("a.jpg"), width: 400, height: 300 });
  expect(await fixture.ctx.db.trash.count({ where: { state: "there" } })).toBe(1);
  await expect(save({ ...input, format: "png" })).rejects.toMatchObject({ key: "image/other-format" });
});

test("the size that is told is that of the file that is written", async () => {
  await writePhoto("a.jpg");
  for (const format of ["jpeg", "png", "webp", "avif"] as const) {
    const input = { path: at("a.jpg"), edits: [], format, quality: 60 };
    const told = await measure(input);
    const { path: copy, ...saved } = await save({ ...input, to: "copy" });
    expect({ format, size: told.sizeBytes }).toEqual({ format, size: saved.size });
    expect((await sharp(host(copy.slice(copy.lastIndexOf("/") + 1))).metadata()).width).toBe(300);
  }
});

/** A PNG whose header tells of more pixels than may be. */
function bomb(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0]);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  const begin = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    begin,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(64))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function crc(bytes: Buffer): number {
  let sum = 0xff_ff_ff_ff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xed_b8_83_20 : 0);
  }
  return (sum ^ 0xff_ff_ff_ff) >>> 0;
}

test("what is too large, damaged or no picture is refused, and nothing is written", async () => {
  fs.writeFileSync(host("bomb.png"), bomb(30_000));
  fs.writeFileSync(host("damaged.jpg"), "no picture at all");
  fs.writeFileSync(host("words.txt"), "words");
  fs.writeFileSync(
    host("a.png"),
    await sharp({ create: { width: 9, height: 9, channels: 3, background: "#000" } })
      .png()
      .toBuffer(),
  );
  const before = fs.readdirSync(fixture.root);
  const edits = [{ kind: "turn" as const, by: 1 as const }];
  await expect(save({ path: at("bomb.png"), edits, to: "replace" })).rejects.toMatchObject({
    key: "preview/too-large",
  });
  await expect(save({ path: at("damaged.jpg"), edits, to: "copy" })).rejects.toMatchObject({ key: "preview/failed" });
  await expect(save({ path: at("words.txt"), edits, to: "copy" })).rejects.toMatchObject({ key: "image/no-image" });
  const grown = [{ kind: "resize" as const, longest: 16_000 }];
  await expect(measure({ path: at("a.png"), edits: grown })).rejects.toMatchObject({ key: "preview/too-large" });
  expect(fs.readdirSync(fixture.root)).toEqual(before);
});
