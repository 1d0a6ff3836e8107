import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import type * as Esbuild from "esbuild";

const made = new Map<string, URL>();

/**
 * Where a thread's code is: beside the server's bundle, where the build has put it, or, in development and in tests, bundled from
 * source once a process, since threads know no TypeScript and to translate it anew for each costs half a second.
 * `from` is the caller's `import.meta.url`, `name` that of the module beside it.
 */
export function threadFile(from: string, name: string): URL {
  // Not written as bundlers look for it: the build makes a bundle of its own.
  if (!from.endsWith(".ts")) return new URL(`./${name}.mjs`, from);
  const source = fileURLToPath(new URL(`./${name}.ts`, from));
  const known = made.get(source);
  if (known !== undefined) return known;
  const file = bundle(source);
  made.set(source, file);
  return file;
}

function bundle(source: string): URL {
  const esbuild = createRequire(import.meta.url)("esbuild") as typeof Esbuild; // a tool of development, not in the bundle
  const { outputFiles } = esbuild.buildSync({
    entryPoints: [source],
    write: false,
    bundle: true,
    platform: "node",
    format: "esm",
    // A native module that ssh2 tries, and does without.
    external: ["cpu-features"],
    // What lies beside the source is found from there.
    define: { "import.meta.url": JSON.stringify(pathToFileURL(source).href) },
    banner: {
      // CommonJS packages in an ES module still call require.
      js: `import { createRequire as req } from "node:module"; const require = req(${JSON.stringify(source)}), __filename = "", __dirname = "";`,
    },
    logLevel: "error",
  });
  return new URL(`data:text/javascript,${outputFiles.map(({ text }) => encodeURIComponent(text)).join("")}`);
}
