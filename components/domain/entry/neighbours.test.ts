import { describe, expect, it } from "vitest";
import type { FileEntry } from "@/lib/contracts/file";
import { neighboursOf } from "./neighbours";

const entry = (name: string, kind: FileEntry["kind"] = "file"): FileEntry => ({
  name,
  kind,
  size: 1,
  mtime: 0,
  mode: 0,
});
const list = [entry("a", "folder"), entry("1.png"), entry("notes.txt"), entry("2.mp4"), entry("3.pdf"), entry("x.zip")];

describe("neighboursOf", () => {
  it.each([
    ["1.png", 1, null, "2.mp4"],
    ["2.mp4", 2, "1.png", "3.pdf"],
    ["3.pdf", 3, "2.mp4", null],
    ["notes.txt", 0, null, null],
    ["gone.png", 0, null, null],
  ])("%s is %d., between %s and %s", (name, position, previous, next) => {
    const found = neighboursOf(list, name);
    expect(found).toMatchObject({ position, total: 3 });
    expect([found.previous?.name ?? null, found.next?.name ?? null]).toEqual([previous, next]);
  });

  it("skips links that lead nowhere", () => {
    const broken: FileEntry = { ...entry("b.png", "link"), link: { text: "x", leadsTo: "missing" } };
    expect(neighboursOf([entry("a.png"), broken, entry("c.png")], "a.png").next?.name).toBe("c.png");
  });
});
