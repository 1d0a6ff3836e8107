import { expect, it } from "vitest";
import { strangerOf } from "@/lib/server/strangers";
import { hashPassword, isPassword } from "./password";

it("checks the password of somebody known before those of the strangers who stand in line", async () => {
  const hash = await hashPassword("right");
  const ended: string[] = [];
  const check = async (holder: string, password: string) => {
    expect(await isPassword(hash, password, holder)).toBe(password === "right");
    ended.push(holder);
  };
  const strangers = Array.from({ length: 12 }, (_, index) => check(strangerOf(`2001:db8:${index}::`), "wrong"));
  await Promise.all([...strangers, check("account mia", "right")]);
  expect(ended.indexOf("account mia")).toBeLessThan(3);
});
