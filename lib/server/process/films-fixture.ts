import { spawnSync } from "node:child_process";
import path from "node:path";

const picture = (seconds: number, size = "320x180") => [
  "-f",
  "lavfi",
  "-i",
  `testsrc=duration=${seconds}:size=${size}:rate=25`,
];
const tone = (seconds: number) => ["-f", "lavfi", "-i", `sine=frequency=440:duration=${seconds}`];

/** What ffmpeg is told for a film of a kind, by the name that it gets. */
const kinds = {
  "film.mkv": [...picture(12), ...tone(12), "-c:v", "libx264", "-pix_fmt", "yuv420p", "-g", "50", "-c:a", "ac3"],
  "old.avi": [...picture(6), ...tone(6), "-c:v", "mpeg4", "-c:a", "mp3"],
  "new.mp4": [...picture(4), "-c:v", "libx265", "-x265-params", "log-level=none", "-pix_fmt", "yuv420p"],
  "windows.wmv": [...picture(4), ...tone(4), "-c:v", "wmv2", "-c:a", "wmav2"],
  "flash.flv": [...picture(4), ...tone(4), "-c:v", "flv", "-ar", "44100", "-c:a", "mp3"],
  "sound.wma": [...tone(4), "-c:a", "wmav2", "-f", "asf"],
  // Noise cannot be made small: far more than any pipe or buffer holds.
  "large.mkv": [
    "-f",
    "lavfi",
    "-i",
    "color=gray:s=640x360:d=30:r=25,noise=alls=100:allf=t",
    "-c:v",
    "libx264",
    "-preset",
    "ultrafast",
    "-qp",
    "10",
    "-pix_fmt",
    "yuv420p",
  ],
} as const;
export type FilmName = keyof typeof kinds;

/** Makes a film by the ffmpeg of this machine; `subtitles`: a file of them, in German, that goes into it. */
export function makeFilm(folder: string, name: FilmName, subtitles?: string): string {
  const target = path.join(folder, name);
  const added =
    subtitles === undefined
      ? { input: [], output: [] }
      : {
          input: ["-i", subtitles],
          output: ["-map", "0", "-map", "1", "-map", "2", "-c:s", "srt", "-metadata:s:s:0", "language=ger"],
        };
  const [inputs, outputs] = [kinds[name].slice(0, inputsOf(name)), kinds[name].slice(inputsOf(name))];
  const args = ["-v", "error", "-nostdin", "-y", ...inputs, ...added.input, ...outputs, ...added.output, target];
  const { status, stderr } = spawnSync("ffmpeg", args);
  if (status !== 0) throw new Error(stderr.toString());
  return target;
}

/** A sound by the ffmpeg of this machine; with a picture of the folder as its cover. */
export function makeSound(folder: string, name: string, cover?: string): void {
  const picture =
    cover === undefined
      ? []
      : ["-i", path.join(folder, cover), ..."-map 0 -map 1 -c:v copy -disposition:v attached_pic".split(" ")];
  const args = ["-v", "error", "-nostdin", "-y", ...tone(2), ...picture, path.join(folder, name)];
  const { status, stderr } = spawnSync("ffmpeg", args);
  if (status !== 0) throw new Error(stderr.toString());
}

/** What is read comes first: four words for each. */
const inputsOf = (name: FilmName) => kinds[name].filter((word) => word === "-i").length * 4;
