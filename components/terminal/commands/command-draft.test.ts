import { expect, test } from "vitest";
import { beginningOf, hasChoice, readDraft } from "./command-draft";

const git = (args: string) => ({ program: "git", args });

test.each([
  ["", false, ""],
  ["status --short", false, "status --short "],
  ["log *", true, "log "],
  ["'a b' --format=* x", true, "'a b' "],
  ["*", true, ""],
  ["log **", true, "log "],
])("a field for %j begins with what has to be there", (args, isChosen, line) => {
  expect(hasChoice(git(args))).toBe(isChosen);
  expect(beginningOf(git(args))).toBe(line);
});

test("what would be run, or why that cannot be", () => {
  const commands = [git("status"), git("log *")];
  const read = (args: string, line: string) => readDraft(commands, { command: git(args), line });
  expect(read("status", "whatever")).toEqual({ wanted: { program: "git", args: ["status"] } });
  expect(read("log *", "log 'a b'")).toEqual({ wanted: { program: "git", args: ["log", "a b"] } });
  expect(read("log *", "status")).toEqual({ wanted: { program: "git", args: ["status"] } });
  expect(read("log *", "log")).toEqual({ problem: "refused" });
  expect(read("log *", "log -p")).toEqual({ problem: "refused" });
  expect(read("log *", "log 'a")).toEqual({ problem: "openQuote" });
});
