import { expect, it } from "vitest";
import { widensShare } from "./widens-share";

const limits = { max_files: 10, max_bytes: 1_000, extensions: ["jpg", "png"] };
const before = {
  mode: "upload",
  link: "abcdefgh",
  limits,
  passwordHash: "$argon2id$",
  expiresAt: new Date(2_000),
  maxDownloads: 5,
} as const;
const { passwordHash: _, ...same } = before;

it.each([
  ["nothing", {}, false],
  ["no password", { passwordHash: null }, true],
  ["another password", { passwordHash: "$other" }, true],
  ["another address", { link: "ijklmnop" }, true],
  ["another mode", { mode: "download" }, true],
  ["no end", { expiresAt: null }, true],
  ["a later end", { expiresAt: new Date(3_000) }, true],
  ["an earlier end", { expiresAt: new Date(1_000) }, false],
  ["more uses", { maxDownloads: 6 }, true],
  ["uses without end", { maxDownloads: null }, true],
  ["fewer uses", { maxDownloads: 4 }, false],
  ["more files", { limits: { ...limits, max_files: null } }, true],
  ["more bytes", { limits: { ...limits, max_bytes: 1_001 } }, true],
  ["fewer bytes", { limits: { ...limits, max_bytes: 1 } }, false],
  ["other endings", { limits: { ...limits, extensions: ["jpg", "exe"] } }, true],
  ["all endings", { limits: { ...limits, extensions: [] } }, true],
  ["fewer endings", { limits: { ...limits, extensions: ["png"] } }, false],
] as const)("%s: %o", (_name, change, isWider) => {
  const after = { ...same, ...change, limits: { ...limits, ...("limits" in change ? change.limits : {}) } };
  expect(
    widensShare(
      { ...before, limits: { ...limits, extensions: [...limits.extensions] } },
      {
        ...after,
        limits: { ...after.limits, extensions: [...after.limits.extensions] },
      },
    ),
  ).toBe(isWider);
});

it("adds a password, or bounds, without widening", () => {
  const open = {
    ...same,
    passwordHash: null,
    expiresAt: null,
    maxDownloads: null,
    limits: { max_files: null, max_bytes: null, extensions: [] },
  };
  expect(widensShare(open, { ...open, passwordHash: "$new", expiresAt: new Date(1), maxDownloads: 1 })).toBe(false);
  expect(widensShare(open, { ...open, limits: { max_files: 1, max_bytes: 1, extensions: ["jpg"] } })).toBe(false);
});
