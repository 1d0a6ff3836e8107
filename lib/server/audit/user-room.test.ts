import { expect, it } from "vitest";
import { createUserRoom } from "./user-room";

it("leaves each call a line, and others to as many as a minute has room for, of each user by themselves", () => {
  const room = createUserRoom();
  const mia = { userId: "mia", username: "mia", atMs: 1_000 };
  for (let call = 0; call < 10_000; call++) room.take(mia, 1);
  expect(room.of(mia)).toBe(2_001);
  room.take(mia, 501);
  expect(room.of(mia)).toBe(1_501);
  room.take({ ...mia, atMs: 50_000 }, 1_601);
  expect([room.of({ ...mia, atMs: 60_999 }), room.of({ ...mia, userId: null })]).toEqual([1, 2_001]);
  expect(room.of({ ...mia, atMs: 61_000 })).toBe(2_001);
});
