import { expect, test } from "vitest";
import { findArchive, rememberArchive } from "./open-archives";

test("archives that one user opens make nobody else enter a password again", () => {
  const remember = (userId: string, path: string) =>
    rememberArchive({ userId, path, encoding: undefined, password: "secret" });
  const ofTom = remember("tom", "r/a.7z");
  const [first = "", ...rest] = Array.from({ length: 600 }, (_, at) => remember("mia", `r/${at}.7z`));
  expect(findArchive(ofTom, { userId: "tom", path: "r/a.7z" })?.password).toBe("secret");
  expect(findArchive(first, { userId: "mia", path: "r/0.7z" })).toBeNull();
  expect(findArchive(rest.at(-1) ?? "", { userId: "mia", path: "r/599.7z" })?.password).toBe("secret");
});
