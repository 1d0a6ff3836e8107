import { expect, test } from "vitest";
import { expandCommand } from "./expand-command";

const folder = "/srv/my files";

test.each([
  ["wc -l {path}", ["/srv/my files/a b.txt"], "wc -l '/srv/my files/a b.txt'"],
  ["tar cf x.tar {paths}", ["/srv/a", "/srv/it's"], "tar cf x.tar /srv/a '/srv/it'\\''s'"],
  ["rm {name}", ["/srv/-rf"], "rm ./-rf"],
  ["echo {name} {folder}", ["/srv/{folder}"], "echo '{folder}' '/srv/my files'"],
  ["ls {path}; echo ${HOME} {a,b} {other}", [], "ls '/srv/my files'; echo ${HOME} {a,b} {other}"],
  ["cat {path}", ["/srv/$(touch x); rm"], "cat '/srv/$(touch x); rm'"],
])("%s about %j", (command, places, line) => {
  expect(expandCommand(command, { folder, places })).toBe(line);
});

test("a name with a control character is refused, but only where it is named", () => {
  const chosen = { folder, places: ["/srv/a\nb"] };
  expect(() => expandCommand("cat {path}", chosen)).toThrow(expect.objectContaining({ key: "terminal/unsafe-name" }));
  expect(expandCommand("ls {folder}", chosen)).toBe("ls '/srv/my files'");
});
