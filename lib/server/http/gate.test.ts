import { expect, it } from "vitest";
import { z } from "zod";
import { navindexContract } from "@/lib/contracts/navindex";
import { parseInput } from "./gate";

const nested = (levels: number): unknown => JSON.parse(`${'{"a":['.repeat(levels / 2)}1${"]}".repeat(levels / 2)}`);
const folders = (levels: number): unknown =>
  JSON.parse(
    `[${'{"id":"a","kind":"folder","title":"a","color":"blue","items":['.repeat(levels)}${"]}".repeat(levels)}]`,
  );

it("follows a value as deep as anybody means it", () => {
  expect(parseInput(z.json(), nested(30))).toEqual(nested(30));
  const board = { role_id: null, version: 0, items: folders(1) };
  expect(parseInput(navindexContract.saveBoard.input, board)).toEqual(board);
});

it("refuses what is nested deeper than the stack reaches", () => {
  expect(() => parseInput(z.json(), nested(100_000))).toThrow("request/invalid");
  const board = { role_id: null, version: 0, items: folders(8_000) };
  expect(() => parseInput(navindexContract.saveBoard.input, board)).toThrow("request/invalid");
});
