import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { contracts } from "@/lib/contracts/all";
import { routeTableText } from "@/scripts/make-routes.mjs";
import { routes } from "./routes";

test("the table of routes is what the contracts say", () => {
  expect(readFileSync("lib/client/route-table.ts", "utf8")).toBe(routeTableText(contracts));
});

test("every endpoint has its route", () => {
  for (const [group, contract] of Object.entries(contracts))
    for (const [name, { method, path, bytes }] of Object.entries(contract))
      expect(Reflect.get(Reflect.get(routes, group) as object, name)).toEqual({ method, path, bytes });
});
