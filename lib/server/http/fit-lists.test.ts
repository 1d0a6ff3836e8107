import { beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { lists } from "@/lib/contracts/lists";
import { liveRows } from "@/lib/contracts/live-rows";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import { fitLists } from "./fit-lists";

const row = z.object({ id: z.string(), way: z.enum(["up", "down"]) });
const answer = lists({ rows: z.array(row), others: z.array(row), count: z.number() });
const good = { id: "a", way: "up" as const };
const broken = { id: "b", way: "sideways" } as unknown as typeof good; // as another version has written it
const nothing = { rows: [], changed: [], gone: [], isPart: false, left: 0, problem: null };
const logged = vi.fn();

beforeAll(() => {
  startAppOf({ log: { error: logged } as never }); // the one line that is written
});

test("a row that does not fit is left out, logged once and counted with those that are left out already", () => {
  const value = { rows: [broken, good, broken], others: [broken], count: 4, unreadable: 2 };
  expect(fitLists("tests", answer, value)).toEqual({ rows: [good], others: [], count: 4, unreadable: 5 });
  fitLists("tests", answer, value);
  expect(logged).toHaveBeenCalledTimes(1);
});

test("a whole list says nothing of what is left out", () => {
  const whole = { rows: [good], others: [], count: 1 };
  expect(fitLists("tests", answer, { ...whole, unreadable: 0 })).toEqual(whole);
});

test("what a schema asks for itself is kept: a table's message says how many rows are left out, none too", () => {
  const none = { ...nothing, rows: [good], unreadable: 0 };
  expect(fitLists("tests", liveRows(row), none)).toEqual(none);
});

test("where more is wrong than rows, or the schema has no such lists, the answer fails as a whole", () => {
  const count = "4" as unknown as number; // what a mistake would make of it
  expect(() => fitLists("tests", answer, { rows: [broken], others: [], count })).toThrow("expected number");
  expect(() => fitLists("tests", z.object({ rows: z.array(row) }), { rows: [broken] })).toThrow("Invalid option");
});
