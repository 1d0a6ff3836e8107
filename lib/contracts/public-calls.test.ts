import { expect, test } from "vitest";
import { contracts } from "./all";

test("what strangers may call is answered without Next, which takes milliseconds of everybody's thread for each", () => {
  const slow = Object.values(contracts)
    .flatMap((contract) => Object.values(contract))
    .filter(({ access, hot }) => access === "public" && !hot)
    .map(({ path }) => path);
  expect(slow).toEqual([]);
});
