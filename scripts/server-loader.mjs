// Copied to dist/server.mjs: runs the bundle beside it with the code that the build has kept of it, so that a start compiles
// nothing (docs/decisions/0037-kept-code.md). Code of another Node, or of none, is ignored: then the bundle is compiled.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { Script } from "node:vm";

const filename = path.join(import.meta.dirname, "server.cjs");

function readKept() {
  try {
    return readFileSync(path.join(import.meta.dirname, "server.code"));
  } catch {
    return undefined;
  }
}

// Its text is ASCII: as latin1 it takes one byte a character in memory.
export const script = new Script(readFileSync(filename, "latin1"), { filename, cachedData: readKept() });
const module = { exports: {} };
script.runInThisContext()(module.exports, createRequire(filename), module, filename, import.meta.dirname);
