import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { quotePath } from "./quote-path";

const hostile = [
  "/srv/a b",
  "/srv/it's",
  "/srv/'; touch owned; '",
  '/srv/"quoted" $(touch owned) `touch owned` ${HOME}',
  "/srv/back\\slash\\",
  "/srv/\\'",
  "/srv/!event * ? [a] {b} ~ # & | ; < > ( )",
  "/srv/-rf",
  "/srv/日本語 ä",
  "/srv/\u202egpj.exe",
];
const shells = ["/bin/bash", "/bin/sh", "/bin/zsh", "/usr/bin/fish"].filter((shell) => existsSync(shell));

test.each(shells.flatMap((shell) => hostile.map((place) => [shell, place] as const)))(
  "%s reads %s as one word",
  (shell, place) => {
    expect(execFileSync(shell, ["-c", `printf '%s|' ${quotePath(place)}`], { encoding: "utf8" })).toBe(`${place}|`);
  },
);

test("what needs no quotes has none", () =>
  expect(quotePath("/srv/my-files/a_1.tar.gz")).toBe("/srv/my-files/a_1.tar.gz"));

test.each(["/srv/a\nb", "/srv/a\rb", "/srv/a\u001b[Ab", "/srv/a\u0003", "/srv/a\u0085b", "/srv/\udc80"])(
  "%j is not typed",
  (place) => expect(() => quotePath(place)).toThrow(expect.objectContaining({ key: "terminal/unsafe-name" })),
);
