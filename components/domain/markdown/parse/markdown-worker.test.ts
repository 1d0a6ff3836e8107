import path from "node:path";
import { runInNewContext } from "node:vm";
import { build } from "esbuild";
import { expect, test } from "vitest";
import nextConfig from "@/next.config";
import type { FromParser, ToParser } from "./parsed-markdown";

const aliases = Object.entries(nextConfig.turbopack?.resolveAlias ?? {}).filter(
  (pair): pair is [string, string] => typeof pair[1] === "string",
);

/** The thread's code as a browser gets it, in a world that has neither a document nor a parser of HTML. */
async function startThread() {
  const { outputFiles } = await build({
    entryPoints: [path.join(import.meta.dirname, "markdown-worker.ts")],
    bundle: true,
    write: false,
    format: "iife",
    platform: "browser",
    define: { "process.env.NODE_ENV": '"production"' },
    alias: Object.fromEntries(
      aliases.map(([name, target]) => [name, target.startsWith(".") ? path.resolve(target) : target]),
    ),
  });
  const answers: ((message: FromParser) => void)[] = [];
  let ask: (event: { data: ToParser }) => void = () => {};
  runInNewContext(outputFiles[0]?.text ?? "", {
    console,
    structuredClone,
    TextDecoder,
    atob,
    postMessage: (message: FromParser) => answers.shift()?.(message),
    addEventListener: (_: string, listener: typeof ask) => {
      ask = listener;
    },
  });
  return (text: string) =>
    new Promise<FromParser>((resolve) => {
      answers.push(resolve);
      ask({ data: { id: 1, text, words: { footnoteLabel: "Footnotes", footnoteBackLabel: "Back" } } });
    });
}

test("the thread lays out entities, HTML and formulas without a document", { timeout: 60_000 }, async () => {
  const parse = await startThread();
  expect(await parse("# A &amp; B\n\n<kbd>x</kbd> $x^2$")).toMatchObject({
    parsed: { headings: [{ text: "A & B" }], hasMath: true },
  });
  expect(await parse(`${"> ".repeat(500)}x`)).toEqual({ id: 1, failure: "tooComplex" });
  expect(await parse("x".repeat(1024 * 1024 + 1))).toEqual({ id: 1, failure: "tooLarge" });
});
