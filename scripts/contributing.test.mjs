import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
const blocks = [...readFileSync(path.join(root, "CONTRIBUTING.md"), "utf8").matchAll(/```ts\n([\s\S]*?)```/g)];

/** Pieces of code, each with its file: `// <path>` begins those of a file, `// …` the next piece of it. */
function piecesOf(block) {
  const pieces = [];
  for (const line of block.split("\n")) {
    const [, file] = /^\s*\/\/ (\S+\.tsx?)$/.exec(line) ?? [];
    if (file !== undefined) pieces.push({ file, lines: [] });
    else if (/^\s*\/\/ …$/.test(line)) pieces.push({ file: pieces.at(-1).file, lines: [] });
    else pieces.at(-1).lines.push(line);
  }
  return pieces;
}

const plain = (text) => text.replace(/\s+/g, " ").trim();
const pieces = blocks.flatMap(([, block]) => piecesOf(block));

test("there is code in CONTRIBUTING", () => {
  expect(pieces.length).toBeGreaterThan(10);
});

test.each(pieces)("what CONTRIBUTING shows of $file is there", ({ file, lines }) => {
  expect(plain(readFileSync(path.join(root, "e2e/proof/group", file), "utf8"))).toContain(plain(lines.join("\n")));
});
