import { describe, expect, test } from "vitest";
import type { FileEntry } from "@/lib/contracts/file";
import { baseNameLength, extensionOf, hasThumbnail, kindOf, kindOfName, languageOf, type EntryKind } from "./kinds";

describe("kinds of the specification", () => {
  test.each<[EntryKind, string]>([
    ["video", "mp4 webm flv mov m4v mkv avi wmv swf mod mpv mpeg asf"],
    ["archive", "tar zip gz tgz rar"],
    ["image", "jpg jpeg png gif"],
    ["pdf", "pdf"],
    ["md", "md"],
    ["draw", "excalidraw draw"],
    ["act", "act"],
    ["document", "docx xlsx ods epub eml ttf glb stl pptx"],
    ["unknown", "bin xyz dat"],
  ])("%s", (kind, extensions) => {
    for (const extension of extensions.split(" ")) expect(kindOfName(`a.${extension.toUpperCase()}`)).toBe(kind);
  });

  test.each([
    ["javascript", "js"],
    ["typescript", "ts"],
    ["python", "py python"],
    ["markdown", "md"],
    ["yaml", "yml yaml"],
    ["c_cpp", "c cpp cc h"],
    ["text", "txt ini env bash log config map out gitignore conf mod"],
    ["json", "excalidraw json"],
    ["java", "java"],
    ["css", "css"],
    ["sh", "sh"],
    ["lua", "lua"],
    ["html", "html"],
    ["xml", "xml"],
    ["sql", "sql"],
    ["tsx", "tsx"],
    ["", "xyz"],
  ])("language %s", (language, extensions) => {
    for (const extension of extensions.split(" ")) expect(languageOf(`a.${extension}`)).toBe(language);
  });
});

test("names without or with a leading dot", () => {
  expect(extensionOf(".gitignore")).toBe("gitignore");
  expect(extensionOf("README")).toBe("");
  expect(kindOfName("README")).toBe("text");
  expect(kindOfName("go.mod")).toBe("text");
  expect(kindOfName("Dockerfile")).toBe("text");
  expect(kindOfName("noise")).toBe("unknown");
  for (const name of ["sshd_config", "fstab", ".bash_profile", "multi-user.target"])
    expect(kindOfName(name)).toBe("text");
});

test("links are what they lead to", () => {
  const link = (leadsTo: NonNullable<FileEntry["link"]>["leadsTo"]): FileEntry => ({
    name: "a.png",
    kind: "link",
    size: 10,
    mtime: 0,
    mode: 0o777,
    link: { text: "x", leadsTo },
  });
  expect(kindOf(link("folder"))).toBe("folder");
  expect(kindOf(link("file"))).toBe("image");
  expect(kindOf(link("outside"))).toBe("broken");
  expect(kindOf(link("missing"))).toBe("broken");
  expect(hasThumbnail(link("file"))).toBe(true);
  expect(hasThumbnail({ ...link("file"), size: 0 })).toBe(false);
  expect(hasThumbnail({ ...link("file"), name: "a.NEF", size: 90_000_000 })).toBe(true);
  expect(hasThumbnail({ ...link("file"), name: "a.EPUB" })).toBe(true);
  expect(hasThumbnail({ ...link("file"), name: "a.rtf" })).toBe(false);
});

test.each([
  ["photo.jpg", false, 5],
  ["backup.tar.gz", false, 6],
  [".bashrc", false, 7],
  ["v1.2", true, 4],
  ["README", false, 6],
])("renaming %s selects the base name", (name, isFolder, length) => {
  expect(baseNameLength(name, isFolder)).toBe(length);
});
