import { expect, it } from "vitest";
import { decodeAcl } from "./decode-acl";

const decode = (hex: string) => decodeAcl(Buffer.from(hex, "hex"));

it("reads what setfacl -m u:1234:r,g:29:rw wrote", () => {
  expect(
    decode("0200000001000600ffffffff02000400d204000004000400ffffffff080006001d00000010000600ffffffff20000400ffffffff"),
  ).toEqual([
    { who: "owner", may: 6, id: null },
    { who: "user", may: 4, id: 1234 },
    { who: "owningGroup", may: 4, id: null },
    { who: "group", may: 6, id: 29 },
    { who: "mask", may: 6, id: null },
    { who: "others", may: 4, id: null },
  ]);
});

it.each(["", "02", "03000000", "0200000001", "0200000099000600ffffffff"])("takes %j for none", (hex) => {
  expect(decode(hex)).toBeNull();
});
