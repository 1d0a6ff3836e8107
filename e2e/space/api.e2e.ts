import { linkSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "@playwright/test";
import type { SpaceLine, SpacePart } from "@/lib/contracts/space";
import { call, makeUser, signIn, type Session } from "../support/api-client";
import { serverTest as test } from "../support/server-test";
import type { Filedeck } from "../support/start-filedeck";

const kib = 1024;
const text = "x".repeat(64 * kib);

async function mapOf(server: Filedeck, session: Session, folder: string) {
  const { status, text: answer } = await call(server, `file/space-map?path=${encodeURIComponent(folder)}`, { session });
  expect(status, answer).toBe(200);
  const end = answer
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as SpaceLine)
    .at(-1);
  if (end?.type !== "done") throw new Error(answer);
  return end;
}

const bytesOf = (parts: readonly SpacePart[], name: string) => parts.find((part) => part.name === name)?.bytes;

test("a map counts what is on the disk, once, and only what its reader may see", async ({ server, root, tempRoot }) => {
  const { dir, path: base } = tempRoot({ photos: { "big.raw": text + text, small: { "s.txt": "s" } }, "a.bin": text });
  linkSync(path.join(dir, "a.bin"), path.join(dir, "photos/same.bin"));
  symlinkSync("/usr", path.join(dir, "elsewhere"));
  writeFileSync(path.join(dir, "holes"), "");
  truncateSync(path.join(dir, "holes"), 2 ** 30);
  mkdirSync(path.join(dir, "closed"));
  writeFileSync(path.join(dir, "closed/secret.bin"), text);
  const whole = await mapOf(server, root, base);
  expect(whole.parts[0]).toMatchObject({ in: -1, kind: "folder", files: 7 });
  expect(bytesOf(whole.parts, "big.raw")).toBe(128 * kib);
  expect(new Set([bytesOf(whole.parts, "a.bin"), bytesOf(whole.parts, "same.bin")])).toEqual(new Set([0, 64 * kib]));
  expect(bytesOf(whole.parts, "holes")).toBe(0);
  expect(whole.parts[0]?.bytes).toBeLessThan(512 * kib);
  expect(whole.unreadable).toBe(0);

  const limits = { access: [dir], deny: [path.join(dir, "closed")] };
  const user = await signIn(server, await makeUser(server, root, { ...limits, permissions: ["file_read"] }));
  const seen = await mapOf(server, user, base);
  expect([seen.unreadable, JSON.stringify(seen).includes("secret")]).toEqual([0, false]);
  const refused = async (session: Session | null, folder: string) =>
    (await call(server, `file/space-map?path=${encodeURIComponent(folder)}`, { session })).answer.error;
  expect(await refused(user, `${base}/closed`)).toBe("file/not-found");
  expect(await refused(root, `${base}/a.bin`)).toBe("file/not-folder");
  expect(await refused(null, base)).toBe("auth/required");
  const blind = await signIn(server, await makeUser(server, root, { permissions: [] }));
  expect(await refused(blind, base)).toBe("auth/forbidden");
});
