import { createRequire } from "node:module";
import type * as Koffi from "koffi";

const landlockCreateRuleset = 444;
const askForVersion = 1;

/** The version of Landlock that this kernel offers; 0: none. */
export function landlockAbi(): number {
  try {
    const koffi = createRequire(import.meta.url)("koffi") as typeof Koffi; // its own types
    const ask = koffi.load(null).func("syscall", "long", ["long", "const void *", "size_t", "uint32"]);
    return Math.max(0, Number(ask(landlockCreateRuleset, null, 0, askForVersion)));
  } catch {
    return 0;
  }
}
