import { expect, test } from "vitest";
import { ownTokens } from "./own-tokens";
import { shareContract } from "./share";

test("a time that no calendar has is refused, and no failure of the server", () => {
  const forms = [
    { input: shareContract.createShare.input, rest: { files: ["files/a"] } },
    { input: ownTokens.createToken.input, rest: { name: "a", auth_list: [], password: "b" } },
  ];
  for (const { input, rest } of forms)
    expect([1, 8.64e15, 8.64e15 + 2, -1].map((expires_at) => input.safeParse({ ...rest, expires_at }).success)).toEqual(
      [true, true, false, false],
    );
});
