import { expect, it } from "vitest";
import errors from "@/messages/en/errors.json";
import { noParams } from "./no-params";

it("has a stand-in for every value that the text of an error names", () => {
  const named = Object.values(errors).flatMap((text) => [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name));
  expect(new Set(named)).toEqual(new Set(Object.keys(noParams)));
});
