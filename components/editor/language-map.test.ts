import { describe, expect, it } from "vitest";
import { editorLanguages, languageForFile, monacoLanguage } from "./language-map";

describe("languageForFile", () => {
  it.each([
    ["a.js", "javascript"],
    ["a.ts", "typescript"],
    ["a.tsx", "typescript"],
    ["a.py", "python"],
    ["README.md", "markdown"],
    ["a.yml", "yaml"],
    ["a.yaml", "yaml"],
    ["a.c", "cpp"],
    ["a.h", "cpp"],
    ["a.cc", "cpp"],
    ["a.CPP", "cpp"],
    ["a.txt", "plaintext"],
    [".env", "plaintext"],
    ["app.log", "plaintext"],
    [".gitignore", "plaintext"],
    ["board.excalidraw", "json"],
    ["a.java", "java"],
    ["a.css", "css"],
    ["a.json", "json"],
    ["a.sh", "shell"],
    ["a.lua", "lua"],
    ["a.html", "html"],
    ["a.xml", "xml"],
    ["a.sql", "sql"],
    ["build.act", "json"],
    ["Dockerfile", "dockerfile"],
    ["no-idea", "plaintext"],
    ["nginx.conf", "conf"],
    ["my.CNF", "conf"],
    ["haproxy.cfg", "conf"],
    ["sshd_config", "conf"],
    ["fstab", "conf"],
    ["hosts", "conf"],
    ["php.ini", "ini"],
    ["backup.service", "ini"],
    ["backup.timer", "ini"],
    ["docker.socket", "ini"],
    ["app.desktop", "ini"],
    [".editorconfig", "ini"],
    [".gitconfig", "ini"],
    [".bashrc", "shell"],
    [".profile", "shell"],
    ["lib.bash", "shell"],
    ["hosts.json", "json"],
  ])("%s: %s", (name, language) => {
    expect(languageForFile(name)).toBe(language);
  });
});

it("offers each language once, plain text first", () => {
  expect(editorLanguages[0]?.id).toBe("plaintext");
  expect(new Set(editorLanguages.map(({ id }) => id)).size).toBe(editorLanguages.length);
});

it("shows what Monaco does not know as plain text", () => {
  expect(monacoLanguage("klingon")).toBe("plaintext");
});
