import { expect, test } from "vitest";
import type { StackRow } from "@/lib/contracts/stack";
import { filterStacks } from "./filter-stacks";

const stack = (id: string, ...services: StackRow["services"]): [string, StackRow] => [
  id,
  { id, origin: "own", services, working: null } as StackRow,
];
const rows = new Map([
  stack("shop", { name: "Web", image: "registry.example/shop:2" } as StackRow["services"][number]),
  stack("blog", { name: "db", image: "postgres:17" } as StackRow["services"][number]),
]);

test.each([
  ["", ["shop", "blog"]],
  [" SHOP ", ["shop"]],
  ["web", ["shop"]],
  ["postgres", ["blog"]],
  ["nothing", []],
])("finds stacks by %j in their name, their services, and their images", (text, found) => {
  expect([...filterStacks(rows, { text }).keys()]).toEqual(found);
});
