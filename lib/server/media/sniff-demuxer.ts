/** So much of a file’s beginning tells what it is. */
export const sniffedBytes = 4_096;

const ascii = (start: Buffer, at: number, text: string) => start.toString("latin1", at, at + text.length) === text;
const bytes = (start: Buffer, ...wanted: number[]) => wanted.every((byte, at) => start[at] === byte);

const atoms = ["ftyp", "moov", "mdat", "wide", "free", "skip", "pnot"];
const packetBytes = 188;

const rules: readonly [demuxer: string, is: (start: Buffer) => boolean][] = [
  ["matroska", (start) => bytes(start, 0x1a, 0x45, 0xdf, 0xa3)],
  ["mov", (start) => atoms.some((atom) => ascii(start, 4, atom))],
  ["avi", (start) => ascii(start, 0, "RIFF") && ascii(start, 8, "AVI")],
  ["wav", (start) => ascii(start, 0, "RIFF") && ascii(start, 8, "WAVE")],
  ["flv", (start) => ascii(start, 0, "FLV")],
  ["asf", (start) => bytes(start, 0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11)],
  ["mpeg", (start) => bytes(start, 0, 0, 1, 0xba)],
  ["mpegvideo", (start) => bytes(start, 0, 0, 1, 0xb3)],
  ["ogg", (start) => ascii(start, 0, "OggS")],
  ["rm", (start) => ascii(start, 0, ".RMF")],
  ["swf", (start) => ["FWS", "CWS"].some((text) => ascii(start, 0, text))],
  ["flac", (start) => ascii(start, 0, "fLaC")],
  ["aiff", (start) => ascii(start, 0, "FORM") && ascii(start, 8, "AIF")],
  ["ape", (start) => ascii(start, 0, "MAC ")],
  ["wv", (start) => ascii(start, 0, "wvpk")],
  ["amr", (start) => ascii(start, 0, "#!AMR")],
  ["ac3", (start) => bytes(start, 0x0b, 0x77)],
  // As discs have them, with four bytes before each packet, and as transmitters do.
  ["mpegts", (start) => start[4] === 0x47 && start[4 + packetBytes + 4] === 0x47],
  ["mpegts", (start) => start[0] === 0x47 && start[packetBytes] === 0x47 && start[2 * packetBytes] === 0x47],
  ["aac", (start) => start[0] === 0xff && ((start[1] ?? 0) & 0xf6) === 0xf0],
  ["mp3", (start) => ascii(start, 0, "ID3") || (start[0] === 0xff && ((start[1] ?? 0) & 0xe0) === 0xe0)],
];

/**
 * The reader of ffmpeg for a file, by its first bytes; null for what is none of those that hold films or sound in themselves. So ffmpeg never guesses: lists of other files (HLS, DASH, concat, SDP)
 * are no films here, whatever their names say.
 */
export function sniffDemuxer(start: Buffer): string | null {
  return rules.find(([, is]) => is(start))?.[0] ?? null;
}
