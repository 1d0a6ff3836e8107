import { expect, test } from "vitest";
import type { FileEntry } from "@/lib/contracts/file";
import { summarize, summarizeShots } from "./summarize";

const entry = (change: Partial<FileEntry>): FileEntry => ({
  name: "a",
  kind: "file",
  size: 10,
  mtime: 5,
  mode: 0,
  ...change,
});
const facts = (takenMs: number | null, camera: string | null) => ({
  width: 1,
  height: 1,
  takenMs,
  camera,
  lens: null,
  focalLengthMm: null,
  aperture: null,
  exposureS: null,
  iso: null,
  rating: null,
  place: null,
});

test("sizes of files are added, and the first and last change are told", () => {
  const found = summarize([entry({}), entry({ size: 7, mtime: 2 }), entry({ kind: "folder", size: 4096, mtime: 9 })]);
  expect(found).toEqual({ sizeBytes: 17, changed: { fromMs: 2, toMs: 9 } });
  expect(summarize([])).toEqual({ sizeBytes: 0, changed: null });
});

test("of many pictures, when they were taken and by which cameras", () => {
  expect(summarizeShots([facts(3, "B"), facts(null, null), facts(1, "A"), facts(2, "B")])).toEqual({
    taken: { fromMs: 1, toMs: 3 },
    cameras: ["A", "B"],
  });
  expect(summarizeShots([facts(null, null)])).toEqual({ taken: null, cameras: [] });
});
