import { expect, test } from "vitest";
import { parseChallenges } from "./parse-challenge";

test.each<[string, [string, Record<string, string>][]]>([
  ["", []],
  ["Basic", [["basic", {}]]],
  ['Basic realm="a \\"b\\", c"', [["basic", { realm: 'a "b", c' }]]],
  [
    'Bearer realm="https://auth.example.com/token",service="registry.example.com",scope="repository:team/app:pull,push"',
    [
      [
        "bearer",
        {
          realm: "https://auth.example.com/token",
          service: "registry.example.com",
          scope: "repository:team/app:pull,push",
        },
      ],
    ],
  ],
  [
    'Basic realm=x, charset="UTF-8", BEARER Realm = "https://a/t" , error=invalid_token',
    [
      ["basic", { realm: "x", charset: "UTF-8" }],
      ["bearer", { realm: "https://a/t", error: "invalid_token" }],
    ],
  ],
])("%s", (header, expected) => {
  expect(parseChallenges(header).map(({ scheme, params }) => [scheme, Object.fromEntries(params)])).toEqual(expected);
});
