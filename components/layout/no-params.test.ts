import { expect, it } from "vitest";
import errors from "@/messages/en/errors.json";
import { noParams } from "./no-params";

it("has a stand-in for every value that the text of an error names", () => {
  // The words of a choice stand in braces as well.
  const named = Object.values(errors).flatMap((text) =>
    [...text.replaceAll(/\w+ \{[\w ()]+\}(?= ?\w* ?[{}])/g, "").matchAll(/\{(\w+)/g)].map(([, name]) => name),
  );
  expect(new Set(named)).toEqual(new Set(Object.keys(noParams)));
});
