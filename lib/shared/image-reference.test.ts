import { expect, test } from "vitest";
import { parseImageReference } from "./image-reference";

const digest = `sha256:${"a".repeat(64)}`;

test.each([
  ["debian", { registry: "docker.io", repository: "debian", tag: null, digest: null }],
  ["debian:12-slim", { registry: "docker.io", repository: "debian", tag: "12-slim", digest: null }],
  ["grafana/grafana", { registry: "docker.io", repository: "grafana/grafana", tag: null, digest: null }],
  ["localhost/a", { registry: "localhost", repository: "localhost/a", tag: null, digest: null }],
  ["127.0.0.1:5000/a/b:1", { registry: "127.0.0.1:5000", repository: "127.0.0.1:5000/a/b", tag: "1", digest: null }],
  ["ghcr.io/x/y", { registry: "ghcr.io", repository: "ghcr.io/x/y", tag: null, digest: null }],
  [`a_b/c__d@${digest}`, { registry: "docker.io", repository: "a_b/c__d", tag: null, digest }],
])("%s", (text, expected) => {
  expect(parseImageReference(text)).toEqual(expected);
});

test("what is no reference is refused", () => {
  const texts = `-rf|--help|A|a b|a/|/a|a//b|a/../b|../a|a:|a:b:c|a@sha256:0|a@b@c|a..b|a?x=1|a#b|a%2fb|a\nb|http://a/b|-a.b/c|a.b:x/c|x:/c|a:-b|a/-b|[::1]:5000/a`;
  for (const text of ["", ...texts.split("|"), "a".repeat(64), "a".repeat(300)])
    expect([text, parseImageReference(text)]).toEqual([text, null]);
});

test("long ones are refused as well", () => {
  expect(parseImageReference(`${"a-".repeat(120)}!`)).toBeNull();
  expect(parseImageReference(`${"a.".repeat(120)}!/b`)).toBeNull();
});
