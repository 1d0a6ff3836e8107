import { expect, test } from "vitest";
import type { FileEntry, FolderListing } from "@/lib/contracts/file";
import { patchListing } from "./patch-listing";

const entry = (name: string, kind: FileEntry["kind"] = "file", size = 1): FileEntry => ({
  name,
  kind,
  size,
  mtime: 0,
  mode: 0,
});
const listing: FolderListing = {
  folders: [entry("d", "folder")],
  files: [entry("a"), entry("b"), entry("c")],
  writable: true,
  cursor: null,
  stamp: 1,
};
const names = (entries: readonly FileEntry[]) => entries.map(({ name, size }) => `${name}${size}`).join(" ");

test("changed entries keep their place, new ones come last, removed ones go", () => {
  const {
    listing: next,
    appeared,
    removed,
  } = patchListing(listing, { upsert: [entry("b", "file", 9), entry("n")], removed: ["a", "x"] });
  expect(names(next.files)).toBe("b9 c1 n1");
  expect({ appeared, removed }).toEqual({ appeared: ["n"], removed: ["a"] });
  expect(names(listing.files)).toBe("a1 b1 c1");
});

test("a file that became a folder changes sides", () => {
  const { listing: next } = patchListing(listing, { upsert: [entry("a", "folder"), entry("d", "file")], removed: [] });
  expect(names(next.folders)).toBe("a1");
  expect(names(next.files)).toBe("b1 c1 d1");
});

test("removed and made again in one change counts as changed", () => {
  const { listing: next, removed } = patchListing(listing, { upsert: [entry("a", "file", 5)], removed: ["a"] });
  expect(names(next.files)).toBe("a5 b1 c1");
  expect(removed).toEqual([]);
});

test("what is as it was stays the very same", () => {
  const link = { text: "d", leadsTo: "folder" } as const;
  const linked: FolderListing = { ...listing, folders: [...listing.folders, { ...entry("l", "link"), link }] };
  const patch = { upsert: [entry("a"), { ...entry("l", "link"), link: { ...link } }], removed: ["x"] };
  expect(patchListing(linked, patch)).toEqual({ listing: linked, appeared: [], removed: [] });
  expect(patchListing(linked, patch).listing).toBe(linked);
  const moved = { ...patch, upsert: [{ ...entry("l", "link"), link: { ...link, text: "e" } }] };
  expect(patchListing(linked, moved).listing).not.toBe(linked);
});
