import { expect, test } from "vitest";
import { anonymousHolder } from "@/lib/server/base/anonymous";
import { hashPassword, inPasswordTurn, isPassword } from "./password";

test("whoever is known does not wait for the passwords that strangers try, from however many networks", async () => {
  const passwordHash = await hashPassword("correct-horse-battery");
  const order: string[] = [];
  const strangers = Array.from({ length: 12 }, async (_, index) => {
    await isPassword(passwordHash, "guess", anonymousHolder(`192.0.2.${index}`));
    order.push("stranger");
  });
  const proof = inPasswordTurn(anonymousHolder("192.0.2.99"), async () => order.push("proof"));
  expect(await isPassword(passwordHash, "correct-horse-battery", "device 1")).toBe(true);
  // Those at work beside it may end meanwhile, the rest of the line not.
  expect(order.length).toBeLessThanOrEqual(6);
  await Promise.all([...strangers, proof]);
  expect(order.indexOf("proof")).toBeGreaterThan(8);
});
