import { expect, it } from "vitest";
import { AppError } from "@/lib/shared/errors";
import { formatReprDigest, parseChecksum, parseMetadata, parseReprDigest, parseSize } from "./tus-headers";

const base64 = (text: string) => Buffer.from(text).toString("base64");

it("reads metadata: text, empty values, and names that are not UTF-8", () => {
  const raw = Buffer.from([0x61, 0xff, 0x62]).toString("base64");
  expect(parseMetadata(`path ${base64("files/ä/b c.txt")}, sha256,filename ${raw}`)).toEqual({
    path: "files/ä/b c.txt",
    sha256: "",
    filename: "a\udcffb",
  });
  expect(parseMetadata(undefined)).toEqual({});
  for (const broken of ["a b c", "ä YQ==", "a !!", `a ${base64("1")},a ${base64("2")}`])
    expect(() => parseMetadata(broken)).toThrowError(AppError);
});

it("keeps keys from the prototype", () => {
  expect(Object.getPrototypeOf(parseMetadata(`__proto__ ${base64("x")}`))).toBe(Object.prototype);
});

it("takes sizes of digits only", () => {
  expect(parseSize("4294967296", "upload-length")).toBe(4_294_967_296);
  for (const text of [undefined, "", "-1", "1.5", "1e3", " 1", "99999999999999999"])
    expect(() => parseSize(text, "upload-length")).toThrowError(AppError);
});

it("reads checksums of known algorithms", () => {
  expect(parseChecksum("sha1 qvTGHdzF6KLavt4PO0gs2a6pQ00=")?.digest.toString("hex")).toBe(
    "aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d",
  );
  expect(parseChecksum(undefined)).toBeNull();
  expect(() => parseChecksum("md5 abcd")).toThrowError(AppError);
});

it("reads and writes the digest of the whole", () => {
  const hex = "ab".repeat(32);
  expect(parseReprDigest(`md5=:AAAA:, ${formatReprDigest(hex)}`)).toBe(hex);
  expect(parseReprDigest("sha-256=:short:")).toBeNull();
  expect(parseReprDigest(undefined)).toBeNull();
});
