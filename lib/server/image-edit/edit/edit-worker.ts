// A program of its own, in the jail: one picture in, the edited one out.
import { createRequire } from "node:module";
import { editPicture } from "./edit-picture";
import { joinFrame, splitFrame } from "./frame";
import { TooManyPixels, type EditAnswer, type EditJob, type SharpMaker } from "./plan";

/** Not `readFileSync`: a pipe that has nothing yet would be an error. */
async function readInput(): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of process.stdin) pieces.push(piece as Buffer); // no encoding is set
  return Buffer.concat(pieces);
}

async function answer(input: Buffer, sharp: SharpMaker): Promise<Buffer> {
  const { head, bytes } = splitFrame(input);
  const { bytes: edited, width, height } = await editPicture(bytes, head as EditJob, sharp); // of our own server
  return joinFrame({ width, height } satisfies EditAnswer, edited);
}

const sharpPlace = process.argv[2] ?? "";
const sharp = createRequire(sharpPlace)(sharpPlace) as SharpMaker; // its own type
sharp.concurrency(1);
sharp.cache(false);
const isTooLarge = (error: unknown) =>
  error instanceof TooManyPixels || (error instanceof Error && /pixel limit/i.test(error.message));
process.stdout.write(
  await answer(await readInput(), sharp).catch((error: unknown) => {
    if (!isTooLarge(error)) throw error;
    return joinFrame({ failed: "too-large" } satisfies EditAnswer, new Uint8Array());
  }),
);
