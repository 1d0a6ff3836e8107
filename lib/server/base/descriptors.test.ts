import { expect, it } from "vitest";
import { limits } from "./limits";
import { shareOfDescriptors } from "./descriptors";

it("gives no more than a share of the descriptors that there are", () => {
  expect(shareOfDescriptors(128, 1 / 16, 1_024)).toBe(64);
  expect(shareOfDescriptors(128, 1 / 16, Infinity)).toBe(128);
  expect(shareOfDescriptors(128, 1 / 16, 4)).toBe(1);
});

it("bounds whatever holds a descriptor beside its connection's, of one user and in all", () => {
  const { downloads, texts, listings, archives, heldBodies } = limits;
  const holding = [downloads, texts.turns, listings, archives, heldBodies.spooled.turns];
  for (const { atOnce, inAll } of holding) expect([atOnce < inAll, atOnce <= 96, inAll <= 768]).not.toContain(false);
});
