import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { makeLocalFixture, type LocalFixture } from "@/lib/server/storage/local-fixture";
import { foreignZips } from "./damaged-samples";
import { alone, forge7z, forgeRar4, forgeRar5, samples } from "./archive-samples";
import { extractSample, type ExtractWish } from "@/e2e/support/extract-sample";

// Each thread from source has its TypeScript translated first.
vi.setConfig({ testTimeout: 60_000 });

let fixture: LocalFixture;
beforeAll(async () => {
  fixture = await makeLocalFixture();
});
afterAll(() => fixture.close());

const extract = (name: string, bytes: Uint8Array, wish?: ExtractWish) => extractSample(fixture, { name, bytes }, wish);

test.each(Object.entries(samples))("%s gives what is in it, and one folder of it alone", async (name, bytes) => {
  const { listed, read } = await extract(name, bytes, { password: "secret" });
  expect([read("ok.txt"), read("box/in.txt")]).toEqual(["fine", "deep"]);
  expect(listed.find((entry) => entry.path === "ok.txt")).toMatchObject({ kind: "file", sizeBytes: 4, mode: 0o644 });
  const part = await extract(name, bytes, { password: "secret", only: ["box"] });
  expect([part.names, part.read("box/in.txt")]).toEqual([["box"], "deep"]);
});

test.each([...Object.entries(alone), ["one.txt.gz", gzipSync("only one")] as const])(
  "%s is one file of that name",
  async (name, bytes) => {
    expect((await extract(name, bytes)).read("one.txt")).toBe("only one");
  },
);

test.each(["names.7z", "content.7z"] as const)("%s needs its password and knows a wrong one", async (name) => {
  await expect(extract(name, samples[name])).rejects.toThrow("archive/password");
  await expect(extract(name, samples[name], { password: "wrong" })).rejects.toThrow("archive/password-wrong");
});

const hostile = [
  { name: "ok.txt", content: "fine" },
  { name: "../slip.txt", content: "bad" },
  { name: "/tmp/fd.txt", content: "bad" },
  { name: "link", linksTo: "/etc/passwd" },
  { name: "box/in.txt", content: "deep" },
];

test.each([
  ["forged.7z", forge7z()],
  ["forged.rar", forgeRar4(hostile)],
  ["forged5.rar", forgeRar5(hostile)],
])("%s: what leads out and links are refused one by one", async (name, bytes) => {
  const { failures, read } = await extract(name, bytes);
  expect([read("ok.txt"), read("box/in.txt")]).toEqual(["fine", "deep"]);
  const refused = failures.map(({ path, error }) => `${path} ${error}`);
  expect(refused).toEqual(expect.arrayContaining(["../slip.txt file/name-invalid", "/tmp/fd.txt file/name-invalid"]));
  expect(refused).toContain("link archive/link");
  expect(failures).toHaveLength(3);
});

test.each(Object.entries(foreignZips))("%s is unpacked by 7-Zip", async (name, bytes) => {
  const { listed, failures, read } = await extract(name, bytes);
  expect([failures, read("box/in.txt"), read("ok.txt").length]).toEqual([[], "deep ".repeat(40), 2379]);
  expect(listed.find(({ path }) => path === "ok.txt")).toMatchObject({ kind: "file", sizeBytes: 2379, mode: 0o644 });
});

test("what is damaged is told, and the others arrive", async () => {
  const bytes = forgeRar5([
    { name: "a.txt", content: "first content" },
    { name: "b.txt", content: "second content" },
  ]);
  bytes[bytes.indexOf("first")] = 0;
  const { failures, read } = await extract("damaged.rar", bytes);
  expect(failures).toEqual([{ path: "a.txt", error: "archive/broken" }]);
  expect(read("b.txt")).toBe("second content");
  for (const name of ["names.7z", "t.tar.xz", "t.tar.zst"] as const)
    await expect(extract(name, samples[name].subarray(0, -20), { password: "secret" })).rejects.toThrow(
      "archive/broken",
    );
});
