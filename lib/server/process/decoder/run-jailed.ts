import { AppError } from "@/lib/shared/errors";
import { endGroup } from "@/lib/server/process/spawn-child";
import { spawnJailed, type JailedOptions } from "./spawn-jailed";

type Options = Omit<JailedOptions, "input"> & {
  /** Bytes: all that the program is to read. */
  input: "ignore" | { fd: number } | Uint8Array;
  /** Of its answer: with more it is ended. */
  outputBytes: number;
};

/** Of what it says of itself. */
const maxSaid = 4_000;

/** Runs a program in the jail (see {@link spawnJailed}) to its end: all that it wrote. Throws preview/no-jail, and preview/failed for one that failed, was ended, or wrote too much. */
export async function runJailed(
  program: string,
  args: readonly string[],
  { input, outputBytes, ...options }: Options,
): Promise<Buffer> {
  const child = await spawnJailed(program, args, { ...options, input: input instanceof Uint8Array ? "pipe" : input });
  if (input instanceof Uint8Array) child.stdin?.end(input);
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let bytes = 0;
    let said = "";
    child.stdout.on("data", (piece: Buffer) => {
      bytes += piece.length;
      if (bytes > outputBytes) endGroup(child);
      else pieces.push(piece);
    });
    child.stderr.setEncoding("utf8");
    child.stderr.on("data", (text: string) => (said = (said + text).slice(-maxSaid)));
    const fail = (cause: Error) => reject(new AppError("preview/failed", {}, { cause }));
    child.once("error", fail);
    child.once("close", (code) => {
      if (code === 0 && bytes <= outputBytes) resolve(Buffer.concat(pieces));
      else fail(new Error(said.trim() || `it ended with ${code}`));
    });
  });
}
