import { expect, test } from "vitest";
import { parseStat } from "./parse-stat";

const fields = "S 1 7 7 34816 9 4194304 100 0 0 0 250 50 0 0 20 -5 3 0 12345 1048576 2560 18446744073709551615";

test("the name may hold blanks, brackets and line ends", () => {
  for (const name of ["sh", "a b", ") R 1 (", "(sd-pam)", "x\n) S"])
    expect(parseStat(`42 (${name}) ${fields}`)).toMatchObject({ name, state: "S", parent: 1, startTicks: 12_345 });
});

test("what was used is that of programs and kernel together", () => {
  expect(parseStat(`42 (sh) ${fields}`)).toEqual({
    name: "sh",
    state: "S",
    parent: 1,
    group: 7,
    session: 7,
    foreground: 9,
    isKernel: false,
    usedTicks: 300,
    nice: -5,
    threads: 3,
    startTicks: 12_345,
    memoryPages: 2_560,
  });
});

test("a thread of the kernel is known by its flag", () => {
  expect(parseStat(`2 (kthreadd) ${fields.replace("4194304", "2129984")}`)?.isKernel).toBe(true);
});

test.each(["", "42", "42 (sh", "42 (sh) S 1"])("%j is none", (text) => {
  expect(parseStat(text)).toBeNull();
});
