import { expect, test } from "vitest";
import { costOf, createInflow, createOutflow, piecesOf, type Frame } from "./channel-flow";

/** Both ends of one way, whose reader takes what is on the way when it is told to. */
function makeWay(windowBytes: number) {
  const way: Frame[] = [];
  const out = createOutflow({ put: (frame) => way.push(frame) });
  const inflow = createInflow({ windowBytes, acknowledge: (cost) => expect(out.acknowledge(cost)).toBe(true) });
  out.widen(windowBytes);
  const take = () => {
    const frame = way.shift();
    if (frame === undefined) return false;
    expect(inflow.arrived(frame)).toBe(true);
    inflow.took(frame);
    return true;
  };
  return { way, out, inflow, take };
}

test("a sender stops at the window and goes on when the reader has taken some, in order, to the last frame", async () => {
  const { way, out, take } = makeWay(1_000);
  const sent = Array.from({ length: 100 }, (_, index) => out.send(String(index).padStart(200, "0")));
  expect(way).toHaveLength(4); // 4 × 264 is the first that is not below 1,000
  const taken: Frame[] = [];
  for (;;) {
    const [next] = way;
    if (!take()) break;
    taken.push(next ?? "");
  }
  await Promise.all(sent);
  expect(taken.map(Number)).toEqual(Array.from({ length: 100 }, (_, index) => index));
});

test("frames of any size come through, also longer ones than the window", () => {
  const { out, take } = makeWay(500);
  const lengths = Array.from({ length: 300 }, (_, index) => (index * 7919) % 1_300);
  for (const length of lengths) void out.send("x".repeat(length)); // looked at by what is taken
  let taken = 0;
  while (take()) taken++;
  expect(taken).toBe(lengths.length);
});

test("nothing is sent before there is a window, nor after the end, which all that wait are told", async () => {
  const way: Frame[] = [];
  const out = createOutflow({ put: (frame) => way.push(frame) });
  const early = out.send("early");
  expect(way).toEqual([]);
  out.end(new Error("over"));
  await expect(early).rejects.toThrow("over");
  await expect(out.send("late")).rejects.toThrow("over");
  out.widen(1_000);
  expect(way).toEqual([]);
});

test("a reader cannot acknowledge what was not sent", () => {
  const { out } = makeWay(1_000);
  void out.send("x"); // on its way at once
  for (const cost of [0, -1, costOf("x") + 1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])
    expect(out.acknowledge(cost)).toBe(false);
  expect(out.acknowledge(costOf("x"))).toBe(true);
  expect(out.acknowledge(1)).toBe(false);
});

test("who sends on without being acknowledged is found out at the first frame beyond the window, however small the frames are", () => {
  for (const frame of ["", "x".repeat(300)]) {
    const inflow = createInflow({ windowBytes: 1_000, acknowledge: () => {} });
    let count = 0;
    while (inflow.arrived(frame)) count++;
    expect(count).toBe(Math.ceil(1_000 / costOf(frame)));
  }
});

test("pieces are the whole", () => {
  const bytes = Uint8Array.from({ length: 1_001 }, (_, index) => index % 251);
  const pieces = [...piecesOf(bytes, 100)];
  expect(pieces.map(({ length }) => length)).toEqual([...Array.from({ length: 10 }, () => 100), 1]);
  expect(pieces.flatMap((piece) => [...piece])).toEqual([...bytes]);
  expect([...piecesOf(new Uint8Array(), 100)]).toEqual([]);
});
