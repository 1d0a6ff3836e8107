import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { isSignedBy, parseObject, readJwt, signingNames, signJwt, timesOf, validityOf } from "./jwt";

/** RFC 7515, appendix A.1, whose key is bytes; and one whose secret is a text. */
const known =
  "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c";

describe("readJwt", () => {
  it("reads a token as it is passed on", () => {
    const token = readJwt(`Bearer ${known.slice(0, 60)}\n  ${known.slice(60)}\n`);
    expect(token?.header).toEqual({ alg: "HS256", typ: "JWT" });
    expect(token?.payload).toEqual({ sub: "1234567890", name: "John Doe", iat: 1516239022 });
  });
  it.each(["", "a.b", "a.b.c", "bnVsbA.bnVsbA.", `${known}.x`, known.replace("SflK", "Sf!K")])("refuses %j", (text) => {
    expect(readJwt(text)).toBeNull();
  });
});

it.each([
  ["your-256-bit-secret", true],
  ["another", false],
])("knows whether %s has signed", async (secret, expected) => {
  const token = readJwt(known);
  expect(token === null ? null : await isSignedBy(token, secret)).toBe(expected);
});

it.each(signingNames)("what it signs by %s is what others sign", async (algorithm) => {
  const made = await signJwt({ name: "Käse 🔑" }, "geheim", algorithm);
  const token = readJwt(made);
  const hash = algorithm.replace("HS", "sha");
  expect(made.split(".")[2]).toBe(
    createHmac(hash, "geheim")
      .update(token?.signed ?? "")
      .digest("base64url"),
  );
  expect(token?.payload).toEqual({ name: "Käse 🔑" });
  expect(token === null ? null : await isSignedBy(token, "geheim")).toBe(true);
});

it("says nothing of signatures that are not by a secret", async () => {
  const token = readJwt(`${btoa('{"alg":"RS256"}')}.${btoa("{}")}.AAAA`);
  expect(token === null ? undefined : await isSignedBy(token, "x")).toBeNull();
  await expect(signJwt({}, "x", "none")).rejects.toThrow("none");
});

it.each(["[]", "null", "7", "{", ""])("%j is no object", (text) => {
  expect(parseObject(text)).toBeNull();
});

it.each([
  [{ exp: 10 }, "expired"],
  [{ exp: 11 }, "current"],
  [{ nbf: 11, exp: 20 }, "notYet"],
  [{ nbf: 10 }, "current"],
  [{ iat: 1 }, null],
  [{ exp: "soon" }, null],
  [{ exp: 1e300 }, null],
] as const)("at ten seconds %j is %s", (payload, expected) => {
  expect(validityOf(payload, 10_000)).toBe(expected);
});

it("times are in milliseconds", () => {
  expect(timesOf({ exp: 1.5, iat: 0 })).toEqual([
    { claim: "iat", atMs: 0 },
    { claim: "exp", atMs: 1500 },
  ]);
});
