import { mkdirSync, readdirSync, readFileSync, readlinkSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { makeFolder, startTusServer, type TusServer } from "@/e2e/support/start-tus-server";
import type { mediaContract } from "@/lib/contracts/media";
import type { OutputOf } from "@/lib/contracts/endpoint";
import { openDescriptors } from "@/lib/server/storage/conformance/open-descriptors";
import { makeFilm, type FilmName } from "@/lib/server/process/films-fixture";

let server: TusServer;
let films: string;
beforeAll(async () => {
  server = await startTusServer();
  films = path.join(server.filesDir, "films");
  mkdirSync(films);
  for (const name of ["film.mkv", "old.avi", "new.mp4", "windows.wmv", "flash.flv", "sound.wma"] as const)
    makeFilm(films, name);
});
afterAll(() => server.close());

type Facts = OutputOf<typeof mediaContract.getFacts>;
const factsOf = async (file: string, token?: string) => {
  const { status, body } = await server.send(
    "GET",
    `/api/media/facts?file=${file}`,
    token === undefined ? {} : { token },
  );
  const { data, error } = JSON.parse(body.toString()) as { data?: Facts; error?: string };
  return { status, error, ...data };
};
const play = (file: string, more = "") => server.send("GET", `/api/media/play?file=${file}${more}`);

/** Of the first fragment, by track, in seconds: where its frames belong in the film. */
function beginsAt(mp4: Buffer): number[] {
  const scales = [...mp4.toString("latin1").matchAll(/mdhd/g)].map(({ index }) => mp4.readUInt32BE(index + 16));
  const times = [...mp4.toString("latin1").matchAll(/tfdt/g)].slice(0, scales.length);
  return times.map(({ index }, track) => Number(mp4.readBigUInt64BE(index + 8)) / (scales[track] ?? 1) - 10);
}
/** Programs that run ffmpeg, of all that is on this machine. */
const running = (word: string) =>
  readdirSync("/proc").filter((id) => {
    try {
      return (
        /^\d+$/.test(id) &&
        readlinkSync(`/proc/${id}/exe`).endsWith("ffmpeg") &&
        readFileSync(`/proc/${id}/cmdline`, "utf8").includes(word)
      );
    } catch {
      return false;
    }
  }).length;

test.each([
  ["film.mkv", { format: "matroska", durationS: 12, video: { codec: "h264", width: 320, height: 180, fps: 25 } }],
  ["old.avi", { format: "avi", video: { codec: "mpeg4" }, audio: [{ codec: "mp3" }] }],
  ["new.mp4", { format: "mov", video: { codec: "hevc" }, audio: [] }],
  ["windows.wmv", { format: "asf", video: { codec: "wmv2" } }],
  ["flash.flv", { format: "flv", video: { codec: "flv1" } }],
  ["sound.wma", { format: "asf", video: null, audio: [{ codec: "wmav2", channels: 1 }] }],
])("the streams of %s are told", async (name, facts) => {
  const found = await factsOf(`files/films/${name}`);
  const rounded = Math.round(found.facts?.durationS ?? 0);
  expect({ ...found.facts, durationS: rounded }).toMatchObject(facts);
  expect(found.problem).toBeNull();
});

test.each([
  ["film.mkv", 'video/mp4; codecs="avc1.64000c,mp4a.40.2"'],
  ["old.avi", 'video/mp4; codecs="avc1.640033,mp4a.40.2"'],
  ["new.mp4", 'video/mp4; codecs="avc1.640033"'],
  ["windows.wmv", 'video/mp4; codecs="avc1.640033,mp4a.40.2"'],
  ["flash.flv", 'video/mp4; codecs="avc1.640033,mp4a.40.2"'],
  ["sound.wma", 'audio/mp4; codecs="mp4a.40.2"'],
])("%s comes as %s", async (name, type) => {
  const { status, headers, body } = await play(`files/films/${name}`);
  expect([status, headers["content-type"], body.toString("latin1", 4, 8)]).toEqual([200, type, "ftyp"]);
  expect(Math.max(...beginsAt(body).map((at) => Math.abs(at)))).toBeLessThan(0.2);
});

test("it begins at the key frame before what was asked for, and says so in its times; what is made anew begins there", async () => {
  const [copied = -1] = beginsAt((await play("files/films/film.mkv", "&start=7.3")).body);
  expect(copied).toBeGreaterThan(3.9);
  expect(copied).toBeLessThan(7.3);
  const anew = await play("files/films/film.mkv", "&start=7.3&quality=480");
  expect([anew.status, anew.headers["content-type"]]).toEqual([200, 'video/mp4; codecs="avc1.640033,mp4a.40.2"']);
  const [made = -1] = beginsAt(anew.body);
  expect(Math.abs(made - 7.3)).toBeLessThan(0.2);
});

test("lists of other files are no films, whatever their names say", async () => {
  const { dir, path: folder } = makeFolder(server);
  writeFileSync(path.join(dir, "secret.mkv"), readFileSync(path.join(films, "film.mkv")));
  const hostile = {
    "hls.mkv": `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile://${dir}/secret.mkv\n#EXT-X-ENDLIST\n`,
    "concat.avi": `ffconcat version 1.0\nfile '${dir}/secret.mkv'\n`,
    "sdp.mov": "v=0\no=- 0 0 IN IP4 127.0.0.1\nc=IN IP4 127.0.0.1\nm=video 1 RTP/AVP 96\n",
    "asx.wmv": `<asx version="3"><entry><ref href="file://${dir}/secret.mkv"/></entry></asx>`,
    "dash.mp4": `<?xml version="1.0"?><MPD><BaseURL>file://${dir}/secret.mkv</BaseURL></MPD>`,
    "empty.mkv": "",
    "broken.mkv": Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.alloc(5_000, 0xff)]),
  };
  for (const [name, content] of Object.entries(hostile)) {
    writeFileSync(path.join(dir, name), content);
    expect(await factsOf(`${folder}/${name}`)).toMatchObject({ status: 200, facts: null, problem: "unreadable" });
    const { status, body } = await play(`${folder}/${name}`);
    expect([name, status, (JSON.parse(body.toString()) as { error?: string }).error]).toEqual([
      name,
      422,
      "media/failed",
    ]);
  }
});

test("a reference to another file in a QuickTime film reads nothing", async () => {
  const { dir, path: folder } = makeFolder(server);
  const film = readFileSync(path.join(films, "new.mp4"));
  // The data of the track is somewhere else: `url ` with its flag for "in this file" taken away, and an address.
  const at = film.indexOf("url ");
  film.writeUInt32BE(0, at + 4);
  writeFileSync(path.join(dir, "refers.mov"), film);
  expect((await factsOf(`${folder}/refers.mov`)).facts?.durationS ?? 0).toBeLessThan(10);
});

test("who may not read the file gets neither facts nor film, and no subtitles", async () => {
  mkdirSync(path.join(server.filesDir, "other"), { recursive: true });
  const { token } = await server.makeUser([path.join(server.filesDir, "other")]);
  for (const call of ["facts?", "play?", "subtitles?stream=2&"]) {
    const { status } = await server.send("GET", `/api/media/${call}file=files/films/film.mkv`, { token });
    expect([call, status]).toEqual([call, 404]);
  }
  const { token: reader } = await server.makeUser([films], ["dir_upload_max_num"]);
  expect((await factsOf("files/films/film.mkv", reader)).status).toBe(403);
  symlinkSync("/etc/passwd", path.join(films, "link.mkv"));
  expect((await factsOf("files/films/link.mkv")).facts ?? null).toBeNull();
});

test.each(["large.mkv"] as const)(
  "ffmpeg waits for whoever reads slowly, and ends with who leaves: %s",
  async (name: FilmName) => {
    const { dir, path: folder } = makeFolder(server);
    const film = makeFilm(dir, name);
    const size = readFileSync(film).length;
    expect(size).toBeGreaterThan(30_000_000);
    const socket = connect(server.port, "127.0.0.1");
    const auth = ["host: x", `authorization: ${server.rootToken}`, "", ""];
    socket.write([`GET /api/media/play?file=${folder}/${name} HTTP/1.1`, ...auth].join("\r\n"));
    await new Promise((resolve) => socket.once("readable", resolve));
    await vi.waitFor(() => expect(running("pipe:1")).toBe(1));
    // It has stopped at what pipes and sockets hold, long before its end.
    expect(socket.bytesRead).toBeLessThan(size / 2);
    expect(openDescriptors(dir)).toBeGreaterThan(0);
    socket.resetAndDestroy();
    await vi.waitFor(() => expect([running("pipe:1"), openDescriptors(dir)]).toEqual([0, 0]));
  },
);

test("subtitles come from the film, and from files beside it in whatever encoding", async () => {
  const { dir, path: folder } = makeFolder(server);
  const srt =
    "1\r\n00:00:01,000 --> 00:00:02,500\r\n<i>Grüße</i> & <script>\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\nZwei\r\n";
  const own = path.join(dir, "own.srt");
  writeFileSync(own, srt);
  makeFilm(dir, "film.mkv", own);
  writeFileSync(path.join(dir, "film.de.srt"), Buffer.from(srt.replaceAll("ß", "\u00df"), "latin1"));
  writeFileSync(
    path.join(dir, "film.vtt"),
    Buffer.from(`\ufeffWEBVTT\n\n01:00.000 --> 01:02.000 line:1\nЗдравствуйте\n`, "utf16le"),
  );
  writeFileSync(
    path.join(dir, "film.en.ass"),
    "[Events]\nFormat: Layer, Start, End, Style, Text\nDialogue: 0,0:00:01.00,0:00:02.00,D,{\\i1}One,{\\i0} two\\Nthree\nDialogue: 0,0:00:01.00,0:00:02.00,D,{\\p1}m 0 0\n",
  );
  renameSync(own, path.join(dir, "other.srt"));
  const { facts, beside } = await factsOf(`${folder}/film.mkv`);
  expect(facts?.subtitles).toMatchObject([{ isText: true, language: "ger", codec: "subrip" }]);
  expect(beside).toEqual([
    { path: `${folder}/film.vtt`, label: "VTT" },
    { path: `${folder}/film.de.srt`, label: "de" },
    { path: `${folder}/film.en.ass`, label: "en" },
  ]);
  const cues = async (file: string, more = "") => {
    const { body } = await server.send("GET", `/api/media/subtitles?file=${folder}/${file}${more}`);
    const { data, error } = JSON.parse(body.toString()) as {
      data?: OutputOf<typeof mediaContract.getSubtitles>;
      error?: string;
    };
    // A film’s own times begin some milliseconds late.
    const rounded = (seconds: number) => Math.round(seconds * 50) / 50;
    return (
      data?.cues.map(({ startS, endS, text }) => ({ startS: rounded(startS), endS: rounded(endS), text })) ?? error
    );
  };
  const german = [
    { startS: 1, endS: 2.5, text: "<i>Grüße</i> &amp;" },
    { startS: 3, endS: 4, text: "Zwei" },
  ];
  expect(await cues("film.de.srt")).toEqual(german);
  expect(await cues("film.mkv", `&stream=${facts?.subtitles[0]?.index}`)).toMatchObject([
    { startS: 1, endS: 2.5 },
    { text: "Zwei", startS: 3 },
  ]);
  expect(await cues("film.vtt")).toEqual([{ startS: 60, endS: 62, text: "Здравствуйте" }]);
  expect(await cues("film.en.ass")).toEqual([{ startS: 1, endS: 2, text: "<i>One,</i> two\nthree" }]);
  expect(await cues("film.mkv", "&stream=0")).toBe("media/failed");
  expect(await cues("film.mkv")).toBe("media/failed");
});
