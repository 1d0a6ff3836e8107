import { expect, it } from "vitest";
import { readTar } from "./read-tar";
import { paxHeader, tarHeader } from "@/lib/shared/tar";

/** As a reader takes the entry: what the pax header says, else the plain one. */
async function read(entry: { sizeBytes: number; mtimeMs: number }) {
  const path = new TextEncoder().encode("a");
  const bytes = Buffer.concat([paxHeader({ path, ...entry }), tarHeader({ name: "entry", type: "0", ...entry })]);
  for await (const { sizeBytes, mtimeMs } of readTar(
    (async function* once() {
      yield bytes;
    })(),
    { needsEnd: false },
  ))
    return { sizeBytes, mtimeMs };
  return null;
}

it.each([
  ["of today", 1_760_000_000_000, 5],
  ["of 8 GiB less one", 0, 8 ** 11 - 1],
  ["of 8 GiB", 0, 8 ** 11],
  ["of a terabyte", 1_000, 2 ** 40],
  ["of a far time", 8.64e15 - 86_400_000, 1],
])("a file %s has its size and time", async (_, mtimeMs, sizeBytes) => {
  expect(await read({ sizeBytes, mtimeMs })).toEqual({ sizeBytes, mtimeMs });
});
