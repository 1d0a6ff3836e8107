import { expect, test } from "vitest";
import { answersFor, optionsFor, transferOptions, uploadOptions, type Clash } from "./conflict-plan";

const met = (kind: "file" | "folder") => ({ kind, size: 1, mtime: 1 });
const clash = (name: string, arriving: "file" | "folder" | null, standing: "file" | "folder"): Clash => ({
  name,
  arriving: arriving === null ? null : met(arriving),
  standing: met(standing),
});
const folders = clash("folders", "folder", "folder");
const files = clash("files", "file", "file");
const mixed = clash("mixed", "file", "folder");

test.each([
  ["two folders merge", [folders], ["merge", "rename", "skip", "newer", "replace"]],
  ["two files do not", [files], ["rename", "skip", "newer", "replace"]],
  ["a file never replaces a folder", [mixed], ["rename", "skip"]],
  ["for several, what makes sense for any of them", [mixed, files], ["rename", "skip", "newer", "replace"]],
  ["what is gone since may have been a file", [clash("gone", null, "file")], ["rename", "skip", "newer", "replace"]],
])("%s", (_, clashes, expected) => {
  expect(optionsFor(transferOptions, clashes)).toEqual(expected);
});

test("an upload goes on where both are files or folders", () => {
  expect(optionsFor(uploadOptions, [files])).toContain("resume");
  expect(optionsFor(uploadOptions, [mixed])).toEqual(["rename", "skip"]);
});

test("one answer for all leaves out what it does not fit", () => {
  expect([...answersFor("merge", [folders, files, mixed])]).toEqual([["folders", "merge"]]);
  expect([...answersFor("replace", [folders, files, mixed]).keys()]).toEqual(["folders", "files"]);
  expect(answersFor("skip", [folders, files, mixed]).size).toBe(3);
});
