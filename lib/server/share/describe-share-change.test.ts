import { expect, it } from "vitest";
import { describeShareChange } from "./describe-share-change";

const limits = { max_files: null, max_bytes: null, extensions: [] };
const share = {
  id: "a",
  link: "secret-link",
  ownerId: "mia",
  mode: "download",
  title: "Photos",
  note: "",
  items: [],
  limits,
  passwordHash: "hash",
  expiresAt: new Date(0),
  maxDownloads: null,
  visits: 0,
  downloads: 0,
  uploads: 0,
  uploadedBytes: 0n,
  createdAt: new Date(0),
  lastUsedAt: null,
} as unknown as Parameters<typeof describeShareChange>[1]; // what is asked of it

it("tells what a share gives and took back: its way, its password, and its bounds, and never a secret", () => {
  expect(describeShareChange(null, share).text).toBe(
    'mode: – → download; title: "" → Photos; expires_at: – → 1970-01-01T00:00:00.000Z; password: – → set',
  );
  const open = { ...share, mode: "upload", passwordHash: null, expiresAt: null, maxDownloads: 3, link: "other-link" };
  const wider = describeShareChange(share, { ...open, limits: { ...limits, extensions: ["exe"] } });
  expect(wider.text).toBe(
    "mode: download → upload; expires_at: 1970-01-01T00:00:00.000Z → –; max_downloads: – → 3; extensions: +exe; password: set → –; link: set → set again",
  );
  expect(describeShareChange(share, { ...share, passwordHash: "other" }).text).toBe("password: set → set again");
  expect(describeShareChange(share, share).text).toBe("");
});
