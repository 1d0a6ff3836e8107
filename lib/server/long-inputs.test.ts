import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { bytesToName } from "@/lib/shared/bytes-to-name";
import { nameToBytes, parseVirtualPath } from "@/lib/shared/paths";
import { isBelow } from "@/lib/server/archive/unpack";
import { readPax } from "@/lib/server/archive/tar/tar-pax";
import { describeKey } from "@/lib/server/crypto/key-file/describe-key";
import { fileNameOf } from "@/lib/server/fetch/file-name";
import { parseQuery } from "@/lib/server/http/exchange";
import { queryToObject } from "@/lib/server/http/gate";
import { variablesIn } from "@/lib/server/stack/known-files";
import { parseEnvironment } from "@/lib/server/systemd/unit-place";

const kib = 1024;

/** What takes the square of its length would take minutes here, and everybody would wait. */
test.each<[string, () => unknown, unknown]>([
  ["slashes in a path", () => parseVirtualPath(`a${"/".repeat(1024 * kib)}y`), null],
  ["slashes of an entry", () => isBelow(["x"])({ path: `a${"/".repeat(16 * kib)}y` }), false],
  ["slashes of what is chosen", () => isBelow([`x${"/".repeat(1024 * kib)}`])({ path: "x" }), true],
  ["a repeated parameter", () => Object.keys(queryToObject(parseQuery("a&".repeat(256 * kib)))).length, 2],
  [
    "spaces in a key",
    () => describeKey(`-----BEGIN OPENSSH PRIVATE KEY-----\n${" ".repeat(1024 * kib)}!`),
    { refused: "crypto/format" },
  ],
  [
    "dots in a name",
    () =>
      fileNameOf({ "content-disposition": `attachment; filename="a${".".repeat(1024 * kib)}b"` }, new URL("http://a/")),
    "b",
  ],
  [
    "notes in an environment",
    () => variablesIn(`COMPOSE_FILE=a${" #".repeat(512 * kib)}\u2028x`).get("COMPOSE_FILE"),
    "a",
  ],
  ["quotation marks of a unit", () => parseEnvironment(`A=b "a\\${'"a\\'.repeat(256 * kib)}`), { A: "b" }],
  ["bytes that are no text", () => bytesToName(Buffer.alloc(512 * kib, 0xe2)).length, 512 * kib],
])("%s", (_, run, result) => {
  expect(run()).toEqual(result);
});

test("a name in a tar that is longer than any path is cut, and told", async () => {
  const value = Buffer.alloc(1000 * kib, 0xe2);
  const head = `${value.length + 14} path=`;
  const { name = "", isNameTooLong } = await readPax(Buffer.concat([Buffer.from(head), value, Buffer.from("\n")]));
  expect([name.length < 20_000, isNameTooLong]).toEqual([true, true]);
});

test("bytes become a name and bytes again, whatever they are", () => {
  const some = [
    0x41, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80, 0xed, 0xa0, 0xff, 0xc3, 0xa9, 0xc0, 0xef, 0xbb, 0xbf, 0xf4, 0x90,
  ];
  let seed = 1;
  const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const lost: string[] = [];
  for (let round = 0; round < 20_000; round++) {
    const bytes = Uint8Array.from({ length: 1 + next(12) }, () => some[next(some.length)] ?? 0);
    if (Buffer.compare(nameToBytes(bytesToName(bytes)), bytes) !== 0) lost.push(Buffer.from(bytes).toString("hex"));
  }
  expect(lost).toEqual([]);
});

test("no expression looks for the end of a text from each of its characters", () => {
  const files = ["lib/server", "lib/shared", "lib/contracts"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
  );
  const sources = files.filter((file) => file.endsWith(".ts") && !/\.test\.ts$|\/db\/generated\//.test(file));
  const found = sources.flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => /\.replace\(\/(?!\^|\(\?<!)[^/]{0,12}[+*]\)?\$\//.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  // Behind a sign that is not among what repeats, and of passwords, which are short.
  expect(found.filter((line) => !/:\\d\+\$|@\\\.\(|common-password/.test(line))).toEqual([]);
});
