import { expect, test } from "vitest";
import { deriveKeys } from "@/lib/server/base/keys";
import { sealText, unsealText } from "./seal";

const keys = deriveKeys(Buffer.alloc(32, 7));

test("a sealed text opens with its key, for what it was sealed for, and undamaged only", () => {
  const text = JSON.stringify({ url: "https://me:hush@example.org/ü", name: "\udcff" });
  const sealed = sealText(text, { keys, about: "a" });
  expect(unsealText(sealed, { keys, about: "a" })).toBe(text);
  expect(sealed).not.toBe(sealText(text, { keys, about: "a" }));
  expect(Buffer.from(sealed, "base64url").includes("hush")).toBe(false);
  const other = deriveKeys(Buffer.alloc(32, 8));
  const flipped = Buffer.from(sealed, "base64url");
  flipped[40] = (flipped[40] ?? 0) ^ 1;
  expect([
    unsealText(sealed, { keys, about: "b" }),
    unsealText(sealed, { keys: other, about: "a" }),
    unsealText(flipped.toString("base64url"), { keys, about: "a" }),
    unsealText(sealed.slice(0, 30), { keys, about: "a" }),
    unsealText("", { keys, about: "a" }),
  ]).toEqual([null, null, null, null, null]);
});
