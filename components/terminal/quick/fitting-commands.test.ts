import { expect, test } from "vitest";
import type { QuickCommand } from "@/lib/contracts/quick-commands";
import type { VirtualPath } from "@/lib/shared/paths";
import { fittingCommands } from "./fitting-commands";

const one = (id: string, suffixes: string[] = [], children: QuickCommand["children"] = []): QuickCommand => ({
  id,
  note: id,
  command: children.length > 0 ? "" : "true",
  way: "task",
  suffixes,
  children,
});
const commands = [
  one("all"),
  one("pictures", ["jpg", "png"]),
  one("archives", ["tar.gz"]),
  one("group", [], [one("text", ["txt"]), one("any")]),
  one("emptied", [], [one("only text", ["txt"])]),
  { ...one("nothing"), command: " " },
];
const ids = (...paths: string[]) =>
  fittingCommands(commands, paths as VirtualPath[]).map(({ id, children }) => [
    id,
    ...children.map((child) => child.id),
  ]);

test("commands are for what is chosen, all of it", () => {
  expect(ids("r/a.JPG", "r/b.png")).toEqual([["all"], ["pictures"], ["group", "any"]]);
  expect(ids("r/a.jpg", "r/b.txt")).toEqual([["all"], ["group", "any"]]);
  expect(ids("r/a.txt")).toEqual([["all"], ["group", "text", "any"], ["emptied", "only text"]]);
  expect(ids("r/a.tar.gz")).toEqual([["all"], ["archives"], ["group", "any"]]);
  expect(ids()).toEqual([["all"], ["group", "any"]]);
});
