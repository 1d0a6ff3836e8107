import { expect, test } from "vitest";
import { anonymousHolder } from "@/lib/server/base/anonymous";
import { hashPassword, inPasswordTurn, isPassword } from "./password";

test("whoever is known does not wait for the passwords that strangers try, from however many networks", async () => {
  const passwordHash = await hashPassword("correct-horse-battery");
  const order: string[] = [];
  let goOn = () => {};
  const slow = new Promise<void>((resolve) => (goOn = resolve));
  const strangers = Array.from({ length: 12 }, (_, index) =>
    inPasswordTurn(anonymousHolder(`192.0.2.${index}`), async () => {
      await slow;
      order.push("slow stranger");
    }),
  );
  const guess = isPassword(passwordHash, "guess", anonymousHolder("192.0.2.99")).finally(() => order.push("guess"));
  expect(await isPassword(passwordHash, "correct-horse-battery", "device 1")).toBe(true);
  // The one who was there first is still at work, and the rest in line.
  expect(order).toEqual([]);
  goOn();
  await Promise.all([...strangers, guess]);
  expect(order.indexOf("guess")).toBe(12);
});
