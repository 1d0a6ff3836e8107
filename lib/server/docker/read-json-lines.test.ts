import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { z } from "zod";
import { readJsonLines } from "./read-json-lines";

test("characters are whole wherever the pieces that they come in end", async () => {
  const said = [{ stream: "größer – 日本 😀" }, { stream: "" }, { stream: "ß" }];
  const bytes = Buffer.from(said.map((line) => JSON.stringify(line)).join("\n"));
  for (let length = 1; length < 6; length++) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / length) }, (_, index) =>
      bytes.subarray(index * length, (index + 1) * length),
    );
    const lines = readJsonLines(Readable.from(pieces), z.object({ stream: z.string() }), new AbortController().signal);
    const found: unknown[] = [];
    for await (const line of lines) found.push(line);
    expect(found).toEqual(said);
  }
});
