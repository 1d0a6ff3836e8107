import { expect, it } from "vitest";
import { weights, type Weight } from "./line-weight";
import { planRemoval } from "./plan-removal";

type Held = Partial<Record<Weight, Record<string, number>>>;

function removed(held: Held, rows: number, roots: readonly string[] = []) {
  const byWeight = weights.map((weight) => new Map(Object.entries(held[weight] ?? {})));
  const plan = planRemoval(byWeight, new Set(roots), rows);
  return Object.fromEntries(weights.map((weight, at) => [weight, Object.fromEntries(plan[at] ?? [])]));
}
const none = { refused: {}, passing: {}, change: {}, lasting: {} };

it("takes from whoever fills the log with what lasts, not the lighter lines of others", () => {
  const held = {
    refused: { tom: 500 },
    passing: { tom: 1_000, mia: 800 },
    change: { tom: 10_000, mia: 3_000 },
    lasting: { evil: 200_000, tom: 200 },
  };
  expect(removed(held, 200_000)).toEqual({ ...none, lasting: { evil: 15_500 } });
});

it("takes no more than an even share leaves where few have any, then by weight", () => {
  const held = { change: { mia: 700 }, lasting: { evil: 500 } };
  expect(removed(held, 1_000)).toEqual({ ...none, change: { mia: 200 } });
  expect(removed({ change: { mia: 500 }, lasting: { evil: 700 } }, 1_000)).toEqual({ ...none, lasting: { evil: 200 } });
});

it("takes what does nothing before what lasts of whoever has many lines", () => {
  const held = { refused: { evil: 200 }, lasting: { boss: 900, a: 1, b: 1, c: 1 } };
  expect(removed(held, 1_000, ["boss"])).toEqual({ ...none, refused: { evil: 103 } });
});

it("leaves administrators a quarter, whatever they tell and whoever else has how many", () => {
  const many = { a: 300, b: 300, c: 300, d: 300, e: 300 };
  const plan = removed({ passing: { boss: 240, tess: 10 }, lasting: many }, 1_000, ["boss", "tess"]);
  expect([plan["passing"], Object.keys(plan["lasting"] ?? {})]).toEqual([{}, ["a", "b", "c", "d", "e"]]);
  const held = { lasting: { boss: 600, tess: 100, evil: 900 }, change: { mia: 10 } };
  expect(removed(held, 1_000, ["boss", "tess"])).toEqual({ ...none, lasting: { boss: 200, evil: 410 } });
});

it("ends among thousands who have as many", () => {
  const lasting = Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`user ${at}`, 100]));
  const plan = removed({ lasting }, 200_000);
  expect(Object.values(plan["lasting"] ?? {}).reduce((sum, count) => sum + count, 0)).toBe(100_000);
});
