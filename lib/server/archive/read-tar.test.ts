import { expect, test } from "vitest";
import { makeTar } from "@/lib/client/upload/make-tar";
import { filled } from "@/lib/server/storage/holes";
import { readTar } from "./read-tar";

test("an entry that was read in part does not spoil those behind it", async () => {
  const files = ["one", "two", "three"].map((name) => ({ path: name, file: new File(["x".repeat(5_000)], name) }));
  const tar = Buffer.from(await makeTar(files).arrayBuffer());
  async function* inPieces() {
    for (let at = 0; at < tar.length; at += 700) yield tar.subarray(at, at + 700);
  }
  const seen: string[] = [];
  for await (const { path, stream } of readTar(inPieces(), { needsEnd: true })) {
    seen.push(path);
    for await (const part of filled(stream())) {
      expect(part.length).toBeGreaterThan(0);
      break;
    }
  }
  expect(seen).toEqual(["one", "two", "three"]);
});
