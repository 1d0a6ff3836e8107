import { expect, it } from "vitest";
import { createQuotaAccount } from "./quota-account";

function accountOf(limitBytes: number) {
  const disk = { bytes: 0, measured: 0 };
  const clock = { ms: 1_000_000 };
  const measure = () => {
    disk.measured++;
    return Promise.resolve(disk.bytes);
  };
  return { disk, clock, account: createQuotaAccount({ limitBytes, measure, now: () => clock.ms }) };
}

it("counts all who write at once, and gives back what did not come to be", async () => {
  const { account, disk } = accountOf(100);
  disk.bytes = 40;
  await account.take(30);
  await account.take(30);
  await expect(account.take(1)).rejects.toMatchObject({ key: "quota/exceeded", params: { bytes: 100 } });
  account.settle(30, 0);
  await account.take(30);
  account.settle(30, 30);
  expect(await account.usedBytes()).toBe(100);
  expect(disk.measured).toBe(1);
});

it("measures before it refuses, so that what was deleted elsewhere counts at once", async () => {
  const { account, disk, clock } = accountOf(100);
  disk.bytes = 100;
  await expect(account.take(1)).rejects.toMatchObject({ key: "quota/exceeded" });
  disk.bytes = 10;
  clock.ms += 3_000;
  await account.take(90);
  expect(disk.measured).toBe(2);
});

it("holds what an upload has brought so far, for an hour after it was last heard of", async () => {
  const { account, disk, clock } = accountOf(100);
  await account.takeFor("a", 60);
  await account.takeFor("a", 20);
  await expect(account.take(30)).rejects.toMatchObject({ key: "quota/exceeded" });
  account.settleFor("a", 80);
  disk.bytes = 80;
  expect(await account.usedBytes()).toBe(80);
  clock.ms += 3_000;
  await account.takeFor("b", 20);
  await expect(account.take(1)).rejects.toMatchObject({ key: "quota/exceeded" });
  clock.ms += 61 * 60_000;
  await expect(account.take(1)).resolves.toBeUndefined();
});

it("tells who wants room for something what was deleted meanwhile, also where nobody knows how much", async () => {
  const { account, disk, clock } = accountOf(100);
  disk.bytes = 100;
  expect(await account.usedBytes()).toBe(100);
  disk.bytes = 10;
  account.forget();
  expect(await account.usedBytes(90)).toBe(10);
  disk.bytes = 0;
  account.forget();
  expect(await account.usedBytes(null)).toBe(0);
  // What was measured just now refuses without another look, and what is known to fit needs none.
  expect(await account.usedBytes(200)).toBe(0);
  clock.ms += 3_000;
  await account.usedBytes(100);
  await account.usedBytes(null);
  expect(disk.measured).toBe(3);
});

it("loses nothing that is written while it is measured", async () => {
  let answer: (bytes: number) => void = () => {};
  const account = createQuotaAccount({
    limitBytes: 100,
    measure: () => new Promise((resolve) => (answer = resolve)),
  });
  const first = account.usedBytes();
  account.settle(0, 25);
  answer(50);
  await first;
  expect(await account.usedBytes()).toBe(75);
});

it("measures again before it refuses where something went away while it was measured", async () => {
  let [bytes, go] = [100, () => {}];
  const measure = async () => {
    const seen = bytes;
    await new Promise<void>((resolve) => (go = resolve));
    return seen;
  };
  const account = createQuotaAccount({ limitBytes: 100, measure });
  const taken = account.take(50);
  bytes = 0;
  account.forget();
  go();
  await new Promise((resolve) => setImmediate(resolve));
  go();
  await taken;
  expect(await account.usedBytes()).toBe(50);
});

it("comes back to what lies there, though what was passed on was let go of meanwhile", async () => {
  const { account, disk, clock } = accountOf(100);
  await account.takeFor("piece", 60);
  disk.bytes = 110;
  clock.ms += 1_800_000;
  await expect(account.take(0)).rejects.toMatchObject({ key: "quota/exceeded" });
  disk.bytes = 0;
  clock.ms += 1_900_000;
  await account.passFor("piece", { to: "whole", bytes: 30 });
  account.settleFor("whole", 0);
  await account.take(0);
  expect(await account.usedBytes()).toBe(0);
});
