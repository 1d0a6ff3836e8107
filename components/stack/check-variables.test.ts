import { expect, test } from "vitest";
import { checkVariables } from "./check-variables";

const said = (text: string, environment = "") =>
  checkVariables(text, environment).map((one) => [one.kind, one.text, one.line, one.column, one.endColumn]);

test("marks what nothing sets at its place, each once", () => {
  const text = 'services:\n  web:\n    image: box:${TAG}\n    command: [echo, "$TAG", $NAME]\n';
  expect(said(text)).toEqual([
    ["noVariable", "TAG", 3, 16, 22],
    ["noVariable", "NAME", 4, 29, 34],
  ]);
  expect(said(text, "TAG=1\n# NAME=2\n export NAME = x\n")).toEqual([]);
  expect(said(text, "NAME:x\n")).toEqual([["noVariable", "TAG", 3, 16, 22]]);
});

test.each([
  ["a default", "a: ${A:-x} ${A-x} ${A:+x} ${A:?needed}"],
  ["a dollar", "a: $$A $${A} 5$ $1"],
  ["a comment", "a: b # $A"],
  ["a key", "$A: b"],
  ["what Compose has", "a: $HOME ${PATH} ${COMPOSE_PROJECT_NAME} $DOCKER_HOST"],
])("says nothing of %s", (_, text) => expect(said(text)).toEqual([]));

test("looks into texts of several lines", () => {
  expect(said("a: |\n  one\n  two $B\n")).toEqual([["noVariable", "B", 3, 7, 9]]);
});
