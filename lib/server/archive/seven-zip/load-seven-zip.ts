import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import SevenZip from "7z-wasm";
import type { SevenZipModule, SevenZipOptions } from "./emscripten";

const pageBytes = 65_536;
/** Dictionaries of 512 MiB, which hardly anybody uses, and what comes with them. */
const maxMemoryBytes = 768 * 1024 * 1024;

/**
 * 7-Zip in WebAssembly: it sees the files that are mounted for it and nothing of the machine. A hole in one of its many parsers
 * stays in there.
 */
export async function loadSevenZip(): Promise<SevenZipModule> {
  const options: SevenZipOptions = {
    instantiateWasm: (imports, receive) => {
      const module = new WebAssembly.Module(readFileSync(wasmFile()));
      const instance = new WebAssembly.Instance(module, imports);
      for (const value of Object.values(instance.exports)) if (value instanceof WebAssembly.Memory) bound(value);
      receive(instance, module);
      return {};
    },
    // Its own would set the exit code of the process.
    quit: (_, error) => {
      throw error;
    },
    stdin: () => null,
  };
  // The package's types know a part of the options and of the module.
  return (await SevenZip(options as unknown as Parameters<typeof SevenZip>[0])) as unknown as SevenZipModule;
}

/** Emscripten asks for more through `grow` and takes a failure for what it is: no memory. */
function bound(memory: WebAssembly.Memory): void {
  const grow = memory.grow.bind(memory);
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * pageBytes > maxMemoryBytes) throw new RangeError("out of memory");
    return grow(pages);
  };
}

/** Beside the bundle, or in its package. */
function wasmFile(): string | URL {
  return import.meta.url.endsWith(".ts")
    ? createRequire(import.meta.url).resolve("7z-wasm/7zz.wasm")
    : new URL("./7zz.wasm", import.meta.url);
}
