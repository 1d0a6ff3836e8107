// A program of its own, in the jail: takes jobs one after the other from its input, and answers each.
import { readSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import { TooManyPixels, type DecoderTools, type HeifModule, type Job } from "./job";
import { framePieces, lengthsBytes } from "./frames";
import { jobs } from "./jobs/jobs";

/** Waits: there is nothing else to do meanwhile. Ends this program with its input. */
function readExactly(length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  for (let at = 0; at < length;) {
    const got = readSync(0, bytes, at, length - at, null);
    if (got === 0) process.exit(0);
    at += got;
  }
  return bytes;
}

function writeAll(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.byteLength;) at += writeSync(1, bytes, at);
}

function loadTools(sharpPlace: string, heifPlace: string, maxPixels: number): DecoderTools {
  const require = createRequire(sharpPlace);
  const sharp = require(sharpPlace) as DecoderTools["sharp"]; // its own types
  sharp.concurrency(1);
  sharp.cache(false);
  let heif: HeifModule | null = null;
  return { sharp, maxPixels, loadHeif: () => (heif ??= require(heifPlace) as HeifModule) }; // as far as it is used
}

type Order = { kind: string; options: Record<string, unknown> };

async function serve(tools: DecoderTools): Promise<void> {
  const known: Readonly<Record<string, Job>> = jobs;
  for (;;) {
    const lengths = readExactly(lengthsBytes);
    const { kind, options } = JSON.parse(readExactly(lengths.readUInt32LE(0)).toString()) as Order; // of our own server
    const input = readExactly(lengths.readUInt32LE(4));
    try {
      const { said, bytes } = await (known[kind] ?? unknownJob)(input, options, tools);
      framePieces({ said }, bytes).forEach(writeAll);
    } catch (error) {
      const isTooLarge =
        error instanceof TooManyPixels || (error instanceof Error && /pixel limit/i.test(error.message));
      framePieces({ failed: isTooLarge ? "too-large" : String(error).slice(0, 500) }, new Uint8Array()).forEach(
        writeAll,
      );
    }
  }
}

const unknownJob: Job = () => Promise.reject(new Error("no such job"));

const [, sharpPlace = "", heifPlace = "", maxPixels = "0"] = process.argv;
await serve(loadTools(sharpPlace, heifPlace, Number(maxPixels)));
