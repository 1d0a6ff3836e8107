import { describe, expect, test } from "vitest";
import type { FileEntry } from "@/lib/contracts/file";
import { openEntry } from "./open-rule";

const file = (name: string, size = 10): FileEntry => ({ name, kind: "file", size, mtime: 0, mode: 0o644 });

describe("opening", () => {
  test.each([
    ["a.excalidraw", "drawing"],
    ["a.draw", "drawing"],
    ["a.md", "markdown"],
    ["a.mp4", "preview"],
    ["a.pdf", "preview"],
    ["a.jpeg", "preview"],
    ["a.mp3", "preview"],
    ["a.act", "text"],
    ["a.conf", "text"],
    [".env", "text"],
  ])("%s opens in %s", (name, view) => {
    expect(openEntry(file(name))).toEqual({ act: "view", view });
  });

  test("what has text opens as text when that is asked for, a film does not", () => {
    expect(openEntry(file("a.draw"), { as: "text" })).toEqual({ act: "view", view: "text" });
    expect(openEntry(file("a.md"), { as: "text" })).toEqual({ act: "view", view: "text" });
    expect(openEntry(file("a.xyz"), { as: "text" })).toEqual({ act: "view", view: "text" });
    expect(openEntry(file("a.mp4"), { as: "text" })).toEqual({ act: "view", view: "preview" });
  });

  test("asks above 20971520 bytes, not at them", () => {
    expect(openEntry(file("a.txt", 20_971_520))).toEqual({ act: "view", view: "text" });
    expect(openEntry(file("a.txt", 20_971_521))).toEqual({ act: "ask-size", view: "text", isCut: false });
    // What no editor holds is shown as text, and in part only.
    for (const name of ["a.log", "a.md", "a.excalidraw"])
      expect(openEntry(file(name, 134_217_729))).toEqual({ act: "ask-size", view: "text", isCut: true });
    expect(openEntry(file("a.mp4", 134_217_729))).toEqual({ act: "ask-size", view: "preview", isCut: false });
    expect(openEntry(file("a.txt", 20_971_521), { ignoreSize: true })).toEqual({ act: "view", view: "text" });
  });

  test("unknown types are told, folders entered, dead links refused", () => {
    expect(openEntry(file("a.xyz", 99_000_000))).toEqual({ act: "unknown" });
    expect(openEntry(file("a.zip"))).toEqual({ act: "view", view: "archive" });
    expect(openEntry({ ...file("d"), kind: "folder" })).toEqual({ act: "enter" });
    expect(openEntry({ ...file("s"), kind: "special" })).toEqual({ act: "refuse", error: "file/special" });
    const link = { ...file("l"), kind: "link" as const };
    expect(openEntry({ ...link, link: { text: "/x", leadsTo: "outside" } })).toEqual({
      act: "refuse",
      error: "file/link-outside",
    });
    expect(openEntry({ ...link, link: { text: "x", leadsTo: "missing" } })).toEqual({
      act: "refuse",
      error: "file/not-found",
    });
    expect(openEntry({ ...link, link: { text: "x", leadsTo: "folder" } })).toEqual({ act: "enter" });
  });
});
