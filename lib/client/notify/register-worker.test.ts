import { expect, test, vi } from "vitest";
import { registerWorker } from "./register-worker";

const registration = {} as ServiceWorkerRegistration;
const pause = [0, 0];
const dropped = new TypeError(
  "Failed to register a ServiceWorker: An unknown error occurred when fetching the script.",
);

test("what the network dropped is tried again", async () => {
  const register = vi
    .fn()
    .mockRejectedValueOnce(dropped)
    .mockRejectedValueOnce(dropped)
    .mockResolvedValue(registration);
  expect(await registerWorker({ register, pause })).toBe(registration);
  expect(register).toHaveBeenCalledTimes(3);
});

test("not for ever, and then it says so", async () => {
  const register = vi.fn().mockRejectedValue(dropped);
  await expect(registerWorker({ register, pause })).rejects.toMatchObject({ key: "network" });
  expect(register).toHaveBeenCalledTimes(3);
});

test("what is forbidden is not tried again", async () => {
  const refused = new DOMException("scope", "SecurityError");
  const register = vi.fn().mockRejectedValue(refused);
  await expect(registerWorker({ register, pause })).rejects.toBe(refused);
  expect(register).toHaveBeenCalledTimes(1);
});
