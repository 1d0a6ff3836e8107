import { expect, test } from "vitest";
import { parseIgnore } from "./ignore-patterns";

const left = (text: string, paths: readonly string[]) => {
  const { isIgnored } = parseIgnore(text, 100);
  return paths.filter((path) => !isIgnored(path));
};

test.each([
  ["node_modules", ["a", "node_modules", "node_modules/x/y", "sub/node_modules"], ["a", "sub/node_modules"]],
  ["**/node_modules", ["node_modules/x", "a/b/node_modules/c", "a/b"], ["a/b"]],
  ["*.md\n!README.md", ["a.md", "README.md", "sub/a.md"], ["README.md", "sub/a.md"]],
  ["*/temp*\n*/*/temp*", ["a/temp1", "a/b/temp2", "a/b/c/temp3", "temp4"], ["a/b/c/temp3", "temp4"]],
  ["temp?", ["tempa", "temp", "tempab"], ["temp", "tempab"]],
  ["# a\n\n  \n/secret/", ["secret", "secret/x", "secrets", "# a"], ["secrets", "# a"]],
  ["*\n!src", ["a", "src/main.c", "srcs"], ["src/main.c"]],
  ["src/**/*.o", ["src/a.o", "src/x/y/b.o", "src/a.c", "b.o"], ["src/a.c", "b.o"]],
  ["../x", ["x", "y"], ["y"]],
  ["a.b", ["axb", "a.b"], ["axb"]],
] as const)("%j", (text, paths, expected) => {
  expect(left(text, paths)).toEqual(expected);
});

test("patterns that would take a regular expression for ever", () => {
  const paths = [`${"a".repeat(255)}/${"a/".repeat(500)}c`, `${"a".repeat(255)}b`, `${"a/".repeat(500)}x`];
  expect(left(`${"*a".repeat(100)}b\n${"**/".repeat(100)}x`, paths)).toEqual(paths.slice(0, 1));
});
