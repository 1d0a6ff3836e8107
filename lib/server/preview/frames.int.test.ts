import { mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startTusServer, type TusServer } from "@/e2e/support/start-tus-server";
import { makeFilm, makeSound } from "@/lib/server/process/films-fixture";

let server: TusServer;
let folder: string;
beforeAll(async () => {
  server = await startTusServer();
  folder = path.join(server.filesDir, "films");
  mkdirSync(folder);
});
afterAll(() => server.close());

const addressOf = (name: string) => `/api/preview/thumbnail?file=files/films/${encodeURIComponent(name)}&size=320`;
const thumbnail = (name: string) => server.send("GET", addressOf(name));

test.each(["film.mkv", "old.avi", "new.mp4", "windows.wmv", "flash.flv"] as const)(
  "%s has one of its pictures",
  async (name) => {
    makeFilm(folder, name);
    const { status, body } = await thumbnail(name);
    expect(status).toBe(200);
    expect(await sharp(body).metadata()).toMatchObject({ format: "webp", width: 320, height: 180 });
    // The test picture is colorful, from its beginning on.
    const { channels } = await sharp(body).stats();
    expect(Math.min(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(20);
  },
);

test("a sound has its cover, upright and in its shape", async () => {
  writeFileSync(
    path.join(folder, "cover.png"),
    await sharp({ create: { width: 500, height: 500, channels: 3, background: "#22aa44" } })
      .png()
      .toBuffer(),
  );
  makeSound(folder, "song.mp3", "cover.png");
  const { status, body } = await thumbnail("song.mp3");
  expect(status).toBe(200);
  expect(await sharp(body).metadata()).toMatchObject({ width: 320, height: 320 });
});

test("what has no picture, is no film, or leads elsewhere, has none", async () => {
  makeSound(folder, "plain.mp3");
  writeFileSync(path.join(folder, "list.mp4"), `#EXTM3U\n#EXTINF:1,\nfile://${path.join("/etc", "passwd")}\n`);
  writeFileSync(path.join(folder, "concat.mkv"), "ffconcat version 1.0\nfile film.mkv\n");
  writeFileSync(path.join(folder, "empty.mkv"), "");
  writeFileSync(path.join(folder, "noise.mkv"), Buffer.alloc(10_000, 0x1a));
  for (const name of ["plain.mp3", "list.mp4", "concat.mkv", "empty.mkv", "noise.mkv"]) {
    const { status, headers, body } = await thumbnail(name);
    // It is asked for again: another program may make one.
    expect([name, status, headers["cache-control"], body.length]).toEqual([name, 204, "private, no-cache", 0]);
  }
});

test("a cover that is no picture is none, and reaches nothing", async () => {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>`;
  writeFileSync(path.join(folder, "drawing.mp3"), soundWithCover("image/svg+xml", Buffer.from(drawing)));
  writeFileSync(path.join(folder, "garbage.mp3"), soundWithCover("image/png", Buffer.alloc(3_000, 0x5a)));
  for (const name of ["drawing.mp3", "garbage.mp3"]) {
    const { status, headers, body } = await thumbnail(name);
    // It is asked for again: another program may make one.
    expect([name, status, headers["cache-control"], body.length]).toEqual([name, 204, "private, no-cache", 0]);
  }
});

/** A sound with a tag before it (ID3 2.3) that says of these bytes that they are its cover. */
function soundWithCover(type: string, content: Buffer): Buffer {
  makeSound(folder, "bare.mp3");
  const body = Buffer.concat([Buffer.from(`\0${type}\0\u0003\0`, "latin1"), content]);
  const frame = Buffer.alloc(10);
  frame.write("APIC");
  frame.writeUInt32BE(body.length, 4);
  const length = frame.length + body.length;
  const head = Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, 0, (length >> 14) & 0x7f, (length >> 7) & 0x7f, length & 0x7f]);
  return Buffer.concat([head, frame, body, readFileSync(path.join(folder, "bare.mp3"))]);
}

/** Whether ffmpeg takes a frame at the moment. */
const isAtWork = () =>
  readdirSync("/proc").some((id) => {
    try {
      const words = readFileSync(`/proc/${id}/cmdline`, "utf8");
      return readlinkSync(`/proc/${id}/exe`).endsWith("ffmpeg") && words.includes("image2pipe");
    } catch {
      return false;
    }
  });

test("who scrolls on while a frame is taken leaves it to those who come after", async () => {
  makeFilm(folder, "large.mkv");
  const headers = { authorization: server.rootToken };
  const asked = request(`${server.url}${addressOf("large.mkv")}`, { headers, agent: false });
  asked.on("error", () => {}); // it is taken back
  asked.end();
  await vi.waitFor(() => expect(isAtWork()).toBe(true), { interval: 1, timeout: 10_000 });
  asked.destroy();
  await vi.waitFor(() => expect(isAtWork()).toBe(false), { timeout: 10_000 });
  expect((await thumbnail("large.mkv")).status).toBe(200);
});
