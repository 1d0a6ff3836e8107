import { execFileSync } from "node:child_process";
import { expect, test } from "@playwright/test";
import { askKeptCode, nodeFlags } from "../support/kept-code";

test("a start compiles nothing: the code that the build has kept is taken", () => {
  const ask = (flags: readonly string[]) =>
    execFileSync(process.execPath, [...flags, "-e", askKeptCode], { encoding: "utf8" }).trim();
  expect(ask(nodeFlags)).toBe("false");
  expect(ask([...nodeFlags, "--no-opt"])).toBe("true");
});
