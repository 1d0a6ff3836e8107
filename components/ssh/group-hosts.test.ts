import { expect, test } from "vitest";
import { groupHosts } from "./group-hosts";

const host = (name: string, folder = "", tags: string[] = []) => ({
  name,
  folder,
  tags,
  address: `${name}.example.org`,
  username: "mia",
});
const all = [host("web", "Office"), host("nas"), host("db", "Office", ["backup"]), host("pi", "Home")];
const shown = (filter: string) =>
  groupHosts(all, filter).map(({ folder, hosts }) => [folder, hosts.map(({ name }) => name)]);

test("groups by folder, those without one first", () => {
  expect(shown("")).toEqual([
    ["", ["nas"]],
    ["Home", ["pi"]],
    ["Office", ["web", "db"]],
  ]);
});

test("a filter looks at name, folder, tags and address, for all of its words", () => {
  expect(shown("office")).toEqual([["Office", ["web", "db"]]]);
  expect(shown("BACKUP mia@db")).toEqual([["Office", ["db"]]]);
  expect(shown("office pi")).toEqual([]);
});
