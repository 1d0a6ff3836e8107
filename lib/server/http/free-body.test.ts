import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { freeBody } from "./free-body";

it("gives the memory of long bodies back without a collection", async () => {
  const bytes = 64 * 1024 * 1024;
  // oxlint-disable-next-line filedeck/no-clock-verdict -- the very bytes that are to be given back, and no others
  const before = process.memoryUsage().arrayBuffers;
  for (let count = 0; count < 5; count++) {
    const body = Buffer.allocUnsafeSlow(bytes);
    freeBody(body);
    expect(body.length).toBe(0);
    await pause(20);
  }
  // oxlint-disable-next-line filedeck/no-clock-verdict -- as above
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(bytes);
});

it("leaves alone what shares its memory with others, and what is short", () => {
  const shared = Buffer.allocUnsafeSlow(8 * 1024 * 1024).subarray(1);
  const short = Buffer.allocUnsafeSlow(1024);
  for (const body of [shared, short]) {
    const { length } = body;
    freeBody(body);
    expect(body.length).toBe(length);
  }
});
