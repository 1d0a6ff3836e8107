import { expect, test } from "vitest";
import { zipOf, type ZippedFile } from "@/e2e/support/zip-of";
import { judgeDirectory, judgeZip } from "./judge-zip";
import { readZipDirectory } from "./read-zip-directory";

const plain: ZippedFile = { name: "a.xml", content: Buffer.from("<a/>".repeat(1000)) };

test("an honest zip is fine", async () => {
  expect(readZipDirectory(zipOf([plain]))).toMatchObject([{ method: 8, bytes: 4000 }]);
  expect(await judgeZip(zipOf([plain, { ...plain, name: "b.xml" }]))).toBe("fine");
});

test.each([
  ["one that says too much", { ...plain, saidBytes: 600 * 1024 * 1024 }, "tooLarge"],
  ["one of a ratio that no document has", { ...plain, saidBytes: 30 * 1024 * 1024 }, "tooLarge"],
  ["one that unpacks to more than it says", { ...plain, saidBytes: 100 }, "tooLarge"],
] as const)("%s is refused", async (_, file, verdict) => {
  expect(await judgeZip(zipOf([file]))).toBe(verdict);
});

test("what is no zip, or a part of one, is damaged", async () => {
  const whole = zipOf([plain]);
  expect(await judgeZip(new ArrayBuffer(0))).toBe("damaged");
  expect(await judgeZip(whole.slice(40))).toBe("damaged");
  expect(await judgeZip(whole.slice(0, -4))).toBe("damaged");
  expect(judgeDirectory([], 10)).toBe("damaged");
});
