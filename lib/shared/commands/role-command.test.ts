import { describe, expect, test } from "vitest";
import { joinArguments, splitArguments } from "./command-words";
import { findCommand, isProgram, lineOfCommand, matchesPattern, parsePattern, readCommand } from "./role-command";

function fits(pattern: string, ...args: string[]): boolean {
  const parsed = parsePattern(pattern);
  if (parsed === null) throw new Error(`no pattern: ${pattern}`);
  return matchesPattern(parsed, args);
}

describe("words", () => {
  test.each<[string, string[] | null]>([
    ["", []],
    [" \t ", []],
    ["a  b\tc", ["a", "b", "c"]],
    ["a'b c'd", ["ab cd"]],
    [`"a \\" \\\\ \\n"`, ['a " \\ \\n']],
    [String.raw`a\ b \' \*`, ["a b", "'", "*"]],
    [`'' ""`, ["", ""]],
    ["'*' *.txt", ["*", "*.txt"]],
    ["a; b | c > d & $(e) `f` ~ $G #h", ["a;", "b", "|", "c", ">", "d", "&", "$(e)", "`f`", "~", "$G", "#h"]],
    ["a\u00a0b 名\u3000前", ["a\u00a0b", "名\u3000前"]],
    ["'open", null],
    ['a "open', null],
    ["open\\", null],
  ])("%j", (line, words) => {
    expect(splitArguments(line)).toEqual(words);
  });

  test("a line of words is read as the same words", () => {
    for (const words of [[], ["a", "-b=c"], ["", " ", "it's", '"', "\\", "*", "a\nb", "$(x)", "名 前", "'"]])
      expect(splitArguments(joinArguments(words))).toEqual(words);
  });
});

describe("a pattern", () => {
  test("without words is for no arguments alone", () => {
    expect(fits("")).toBe(true);
    expect(fits("  ")).toBe(true);
    expect(fits("", "")).toBe(false);
    expect(fits("", "--help")).toBe(false);
  });

  test("is for its words as they are, in their order, and no more of them", () => {
    expect(fits("status --short", "status", "--short")).toBe(true);
    for (const args of [
      ["status"],
      ["--short", "status"],
      ["status", "--short", "x"],
      ["status --short"],
      ["STATUS", "--short"],
      ["status", "--short "],
      ["status", "--short\n"],
    ])
      expect([args, fits("status --short", ...args)]).toEqual([args, false]);
    expect(fits("'a b' '*'", "a b", "*")).toBe(true);
    expect(fits("'a b' '*'", "a b", "c")).toBe(false);
    expect(fits(String.raw`\*`, "*")).toBe(true);
    expect(fits(String.raw`\*`, "x")).toBe(false);
  });

  test("`*` stands for any characters of one word, shells' as well, for there is none", () => {
    for (const arg of [
      "",
      "a",
      "a b",
      "日本語",
      "😀",
      "a;rm -rf /",
      "`id`",
      "$(id)",
      "a|b",
      "a&&b",
      "a..b",
      "..a",
      "*",
    ])
      expect([arg, fits("show *", "show", arg)]).toEqual([arg, true]);
    expect(fits("show *", "show")).toBe(false);
    expect(fits("show *", "show", "a", "b")).toBe(false);
    expect(fits("*.log", "a.log")).toBe(true);
    expect(fits("*.log", ".log")).toBe(true);
    expect(fits("*.log", "a.log.gz")).toBe(false);
    expect(fits("/var/log/*", "/var/log/a/b")).toBe(true);
    expect(fits("/var/log/*", "/var/lib")).toBe(false);
    expect(fits("a*b*c", "abc")).toBe(true);
    expect(fits("a*b*c", "a1b2b3c")).toBe(true);
    expect(fits("a*b*c", "acb")).toBe(false);
    expect(fits("ab*ba", "aba")).toBe(false);
    expect(fits("*a*a*", "ba")).toBe(false);
  });

  test("`*` makes no word an option", () => {
    for (const arg of ["-", "-x", "--", "--exec=sh", "-exec"])
      for (const pattern of ["*", "''*", "*x*", "*exec", "*-"])
        expect([pattern, arg, fits(pattern, arg)]).toEqual([pattern, arg, false]);
    expect(fits("-*", "-x")).toBe(true);
    expect(fits("--format=*", "--format=%H -x")).toBe(true);
    expect(fits("--format=*", "--output=x")).toBe(false);
    expect(fits("-- *", "--", "-x")).toBe(false);
    expect(fits("-- *", "--", "x")).toBe(true);
  });

  test("`*` leads to no folder above", () => {
    for (const arg of ["/var/log/../../etc/shadow", "/var/log/..", "/var/log/a/../b"])
      expect([arg, fits("/var/log/*", arg)]).toEqual([arg, false]);
    for (const arg of ["..", "../x", "a/..", "a:..", "x=../y"]) expect([arg, fits("*", arg)]).toEqual([arg, false]);
    expect(fits("--file=*", "--file=../x")).toBe(false);
    expect(fits("../*", "../x")).toBe(true);
    expect(fits("/var/log/*", "/var/log/a..b/...")).toBe(true);
  });

  test("`**` at the end is any further words, options as well, and nowhere else", () => {
    expect(fits("log **", "log")).toBe(true);
    expect(fits("log **", "log", "--", "-p", "../x", "a\nb")).toBe(true);
    expect(fits("log **", "diff")).toBe(false);
    expect(fits("**")).toBe(true);
    expect(fits("**", "-exec", "sh")).toBe(true);
    expect(parsePattern("** log")).toBeNull();
    expect(parsePattern("'**' log")).not.toBeNull();
    expect(fits("'**'", "a")).toBe(false);
    expect(fits("a**", "abc")).toBe(true);
  });

  test("what no program can be given as it is fits nothing", () => {
    for (const arg of ["a\0b", "\ud83d", "\ude00x"]) {
      expect([arg, fits("**", arg)]).toEqual([arg, false]);
      expect([arg, fits("*", arg)]).toEqual([arg, false]);
      expect([arg, fits(`"${arg}"`, arg)]).toEqual([arg, false]);
    }
    for (const arg of ["a\nb", "a\u001b[2J", "a\tb", "\u007f"]) expect([arg, fits("*", arg)]).toEqual([arg, false]);
  });

  test("without its closing quote it is none", () => {
    expect(parsePattern("'a")).toBeNull();
    expect(parsePattern("a\\")).toBeNull();
  });

  test("long ones have an end", () => {
    expect(fits("*a".repeat(255), `${"a".repeat(16_000)}b`)).toBe(false);
    expect(fits("**", ...Array.from({ length: 200 }, () => "x".repeat(80)))).toBe(true);
  });
});

test("a command is found by its very name", () => {
  const commands = [
    { program: "git", args: "log *" },
    { program: "git", args: "status" },
    { program: "/opt/tools/deploy", args: "" },
    { program: "ls", args: "'broken" },
  ];
  expect(findCommand(commands, { program: "git", args: ["status"] })).toBe(commands[1]);
  expect(findCommand(commands, { program: "/opt/tools/deploy", args: [] })).toBe(commands[2]);
  for (const program of ["GIT", "git ", "./git", "/usr/bin/git", "../git", "deploy", "git\0", ""])
    expect([program, findCommand(commands, { program, args: ["status"] })]).toEqual([program, null]);
  expect(findCommand(commands, { program: "ls", args: ["broken"] })).toBeNull();
  expect(findCommand([], { program: "git", args: [] })).toBeNull();
});

test("a program is a name, or an absolute path that leads straight there", () => {
  for (const program of ["ls", "g++", "7z", "[", "python3.13", "apt-get", "/usr/bin/ls", "/opt/my tools/..x/名"])
    expect([program, isProgram(program)]).toEqual([program, true]);
  for (const program of [
    ..."./ls|../ls|bin/ls|~/ls|-ls|.ls|/|//bin/ls|/bin/|/bin/../ls|/bin/./ls|/..|ls;id|$(id)|`id`|a b|a=b".split("|"),
    "",
    "ls\0",
    "ls\n",
    "/bin/l\ns",
    "/bin/\ud83d",
  ])
    expect([program, isProgram(program)]).toEqual([program, false]);
});

test.each([
  ["ls", { program: "ls", args: "" }],
  ["  git   log --format='%h %s' * ", { program: "git", args: "log --format='%h %s' *" }],
  ["'/opt/my tools/run' 'a b' **", { program: "/opt/my tools/run", args: "'a b' **" }],
])("a command is read from %j and written so that it is read again", (line, command) => {
  expect(readCommand(line)).toEqual(command);
  expect(readCommand(lineOfCommand(command))).toEqual(command);
});

test.each(["", " ", "./run x", "'ls", "l* x", "ls 'x", "ls ** x", "a=b ls"])("there is none in %j", (line) => {
  expect(readCommand(line)).toBeNull();
});
