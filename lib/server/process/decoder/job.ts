import type * as SharpModule from "sharp";

/** What a worker has at hand: of packages that lie outside of its bundle. */
export type DecoderTools = {
  sharp: typeof SharpModule.default;
  /** Of libheif-js, loaded where it is needed. */
  loadHeif: () => HeifModule;
  /** Pictures of more pixels are refused by their header. */
  maxPixels: number;
};

/** As far as it is used here; the package has no types of its own. */
type HeifImage = {
  get_width(): number;
  get_height(): number;
  display(
    into: { data: Uint8ClampedArray; width: number; height: number },
    done: (filled: { data: Uint8ClampedArray } | null) => void,
  ): void;
  free(): void;
};
export type HeifModule = { HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] } };

/** What a job gives back: what it has to say, as JSON, and bytes. */
export type JobAnswer = { said: unknown; bytes: Uint8Array };
export type Job = (input: Buffer, options: Record<string, unknown>, tools: DecoderTools) => Promise<JobAnswer>;

/** Thrown by a job for what is refused by its header. */
export class TooManyPixels extends Error {}
