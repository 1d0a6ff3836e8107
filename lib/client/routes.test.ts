import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { contracts } from "@/lib/contracts/all";
import { routeTableTexts } from "@/scripts/make-routes.mjs";
import { allRoutes } from "./all-routes";

test.each(Object.entries(routeTableTexts(contracts)))("%s is what the contracts say", (file, text) => {
  expect(readFileSync(file, "utf8")).toBe(text);
});

test("every endpoint has its route", () => {
  for (const [group, contract] of Object.entries(contracts))
    for (const [name, { method, path, bytes }] of Object.entries(contract))
      expect(Reflect.get(Reflect.get(allRoutes, group) as object, name)).toEqual({ method, path, bytes });
});
