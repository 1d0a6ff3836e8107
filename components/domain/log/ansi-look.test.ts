import { expect, test } from "vitest";
import { plainStyle, type AnsiColor } from "@/lib/shared/ansi/style";
import { ansiLook, contrast, readable, themes } from "./ansi-look";

const all: readonly AnsiColor[] = [
  ...Array.from({ length: 16 }, (_, index) => index),
  ...[0, 64, 128, 255].flatMap((red) =>
    [0, 64, 128, 255].flatMap((green) => [0, 64, 128, 255].map((blue) => [red, green, blue] as const)),
  ),
];

type Pair = { light: readonly [number, number, number]; dark: readonly [number, number, number] };
/** The colours of both themes of a `light-dark()`. */
function pairOf(value: unknown): Pair {
  const numbers = String(value).match(/\d+/g)?.map(Number) ?? [];
  const [a = -1, b = -1, c = -1, d = -1, e = -1, f = -1] = numbers;
  return { light: [a, b, c], dark: [d, e, f] };
}

test("each of the sixteen colours is another, in both themes", () => {
  const looks = Array.from({ length: 16 }, (_, color) => pairOf(ansiLook({ ...plainStyle, color }).color));
  expect(new Set(looks.map(({ light }) => light.join(" "))).size).toBe(16);
  expect(new Set(looks.map(({ dark }) => dark.join(" "))).size).toBe(16);
  // As they were chosen: none of them had to be changed.
  expect(looks.map(({ light }) => light)).toEqual(themes.light.palette);
  expect(looks.map(({ dark }) => dark)).toEqual(themes.dark.palette);
});

test("whatever a program asks for can be read, in both themes", () => {
  for (const name of ["light", "dark"] as const) {
    const { ground } = themes[name];
    for (const color of all) {
      const shown = pairOf(ansiLook({ ...plainStyle, color }).color)[name];
      expect(contrast(shown, ground), `${String(color)} ${name}`).toBeGreaterThanOrEqual(4.5);
      for (const background of all) {
        for (const isInverse of [false, true]) {
          const look = ansiLook({ ...plainStyle, color, background, isInverse });
          const of = contrast(pairOf(look.color)[name], pairOf(look.background)[name]);
          expect(of, `${String(color)} on ${String(background)} ${name}`).toBeGreaterThanOrEqual(4.49);
        }
      }
    }
  }
});

test("text alone, turned round, has the ground's colour", () => {
  const look = ansiLook({ ...plainStyle, isInverse: true });
  expect(pairOf(look.background).dark).toEqual(themes.dark.text);
  expect(ansiLook(plainStyle)).toEqual({});
  expect(readable([0, 0, 0], [255, 255, 255])).toEqual([0, 0, 0]);
});
