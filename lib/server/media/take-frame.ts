import { limits } from "@/lib/server/base/limits";
import { factsOf } from "./read-facts";
import { runMedia } from "./run-media";
import { withMedia, type MediaAsking } from "./with-media";

const { outputBytes, ...jail } = limits.media.frame;
/** So far in, nothing is black any more, and nothing is given away. */
const share = 0.1;
/** Sides of at least one pixel, upright and in the shape in which it is shown. */
const shape = "scale=w=max(1\\,trunc(iw*sar)):h=ih,setsar=1";

/**
 * One picture of a film, a tenth of it in, or the cover of a sound, as PNG with sides of at most `size` pixels. What comes by a pipe has its first frame. Throws media/failed for what has neither, and as
 * {@link withMedia} and {@link runMedia}.
 */
export function takeFrame(asking: MediaAsking, size: number): Promise<Buffer> {
  return withMedia(asking, async (source) => {
    const { video, durationS } = await factsOf(source, asking);
    const start = video === null || durationS === null || !source.isSeekable ? 0 : durationS * share;
    return runMedia(source, {
      name: "ffmpeg",
      args: [
        ..."-v error -nostdin -threads 1".split(" "),
        ...(start > 0 ? ["-ss", start.toFixed(3)] : []),
        ...source.inputArguments,
        "-map",
        video === null ? "0:v:0" : `0:${video.index}`,
        ..."-an -sn -dn -frames:v 1 -vf".split(" "),
        `${shape},scale=w=${size}:h=${size}:force_original_aspect_ratio=decrease`,
        ..."-c:v png -threads 1 -f image2pipe pipe:1".split(" "),
      ],
      limits: jail,
      outputBytes,
      signal: asking.signal,
    });
  });
}
