import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { expect, test } from "../support/test";

const svg = (width: number, height: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#48a"/></svg>`;
const shapes: Record<string, [number, number]> = {
  "a wide.svg": [6000, 1500],
  "b tall.svg": [1500, 6000],
  "c square.svg": [1024, 1024],
  "d tiny.svg": [48, 48],
  "e photo.svg": [4000, 3000],
  "f portrait.svg": [3000, 4000],
  "g line.svg": [3000, 20],
  "h post.svg": [20, 3000],
};

/** A JPEG that says it is to be shown turned by 90° (EXIF orientation 6). */
async function turnedJpeg(page: Page): Promise<Buffer> {
  const plain = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(600, 200);
    canvas.getContext("2d")?.fillRect(0, 0, 600, 100);
    const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: "image/jpeg" })).arrayBuffer());
    return Array.from(bytes);
  });
  const tiff = Buffer.from("4d4d002a00000008000101120003000000010006000000000000", "hex");
  const head = Buffer.from([0xff, 0xe1, 0, tiff.length + 8, 0x45, 0x78, 0x69, 0x66, 0, 0]);
  return Buffer.concat([Buffer.from(plain.slice(0, 2)), head, tiff, Buffer.from(plain.slice(2))]);
}

type Box = { x: number; y: number; width: number; height: number };

async function boxOf(element: Locator): Promise<Box> {
  const box = await element.boundingBox();
  if (box === null) throw new Error("not on the screen");
  return box;
}

const overlap = (a: Box, b: Box) =>
  Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x) > 0.5 &&
  Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y) > 0.5;

for (const [layout, width, names] of [
  ["Gallery", 1360, "over the picture"],
  ["Mosaic", 1360, "below it"],
  ["Gallery", 800, "over the picture"],
] as const)
  test(`pictures of every shape stay in their tiles, their names ${names}: ${layout} at ${width} pixels`, async ({
    page,
    login,
    server,
    tempRoot,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await login();
    await page.goto(server.url);
    const root = tempRoot({
      ...Object.fromEntries(Object.entries(shapes).map(([name, [x, y]]) => [name, svg(x, y)])),
      "i turned.jpg": await turnedJpeg(page),
      "j text.txt": "",
      "k folder": {},
    });
    await page.goto(`${server.url}/browse/${root.path}`);
    await page.getByRole("radio", { name: layout }).click();
    const tiles = page.getByRole("grid").locator("[data-index]");
    await expect(tiles).toHaveCount(11);
    const pictures = page.getByRole("grid").locator("img[data-fit]");
    await expect(pictures).toHaveCount(9);

    const boxes = await Promise.all((await tiles.all()).map(boxOf));
    const crossed = boxes.flatMap((a, at) => boxes.slice(at + 1).filter((b) => overlap(a, b)));
    expect(crossed).toEqual([]);
    for (const tile of await tiles.all()) {
      const name = (await tile.getAttribute("aria-label")) ?? "";
      await tile.scrollIntoViewIfNeeded();
      const outer = await boxOf(tile);
      const words = tile.getByText(name, { exact: true });
      const word = await boxOf(words);
      for (const picture of await tile.locator("img").all()) {
        const box = await boxOf(picture);
        expect(box.y, name).toBeGreaterThanOrEqual(outer.y);
        const lowest = names === "below it" ? word.y : outer.y + outer.height;
        expect(box.y + box.height, name).toBeLessThanOrEqual(lowest + 0.5);
        expect(box.x, name).toBeGreaterThanOrEqual(outer.x);
        expect(box.x + box.width, name).toBeLessThanOrEqual(outer.x + outer.width);
      }
      // What is clicked at the tile's middle and on its name is this entry.
      for (const at of [
        { x: outer.x + outer.width / 2, y: outer.y + outer.height / 2 },
        { x: word.x + word.width / 2, y: word.y + word.height / 2 },
      ]) {
        const hit = await page.evaluate(
          ({ x, y }) => document.elementFromPoint(x, y)?.closest("[data-index]")?.getAttribute("aria-label"),
          at,
        );
        expect(hit).toBe(name);
      }
    }
    await page.getByText("b tall.svg", { exact: true }).dblclick();
    await expect(page.getByRole("dialog", { name: "b tall.svg" })).toBeVisible();
  });

test("a large photo shows a small picture of it, upright, and nothing of itself comes over the wire", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const photo = sharp({ create: { width: 4000, height: 3000, channels: 3, background: "#c02020" } });
  const root = tempRoot({ "photo.jpg": await photo.jpeg().withMetadata({ orientation: 6 }).toBuffer() });
  await login();
  const downloads: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/file/download")) downloads.push(request.url());
  });
  await page.goto(`${server.url}/browse/${root.path}`);
  await page.getByRole("radio", { name: "Mosaic" }).click();
  const picture = page.getByRole("gridcell", { name: "photo.jpg" }).locator("img");
  // As the camera was held.
  await expect
    .poll(() => picture.evaluate((node) => node instanceof HTMLImageElement && [node.naturalWidth, node.naturalHeight]))
    .toEqual([240, 320]);
  expect(downloads).toEqual([]);
});
