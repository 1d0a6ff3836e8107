import { expect, test } from "vitest";
import { checkCompose, checkEnvironment } from "./check-compose";

const said = (text: string) => checkCompose(text).problems.map(({ kind, line, text: words }) => [kind, line, words]);

test("a usual file is fine, with extensions, anchors, and variables", () => {
  const text = `
x-logging: &logging
  driver: json-file
name: shop
services:
  web:
    image: "nginx:\${TAG:-alpine}"
    logging: *logging
    depends_on:
      db: { condition: service_healthy }
    volumes: [data:/data, ./site:/site:ro, /cache]
    networks: [default, back]
    deploy: { resources: { limits: { cpus: "0.5" } } }
  db:
    <<: { restart: always }
    build: { context: . }
    x-own: { anything: 1 }
volumes: { data: }
networks: { back: { internal: true } }
`;
  expect(checkCompose(text)).toEqual({ problems: [], services: ["web", "db"] });
});

test.each([
  ["services:\n  web:\n    imagee: box", ["unknownKey", 3, "imagee"]],
  ["services:\n  web:\n    image: box\n    build: { contxt: . }", ["unknownKey", 4, "contxt"]],
  ["service:\n  web: {}\nservices: {}", ["unknownKey", 1, "service"]],
  ["services:\n  web:\n    restart: always", ["noImage", 2, "web"]],
  ["services:\n  web:\n    image: box\n    depends_on: [db]", ["noService", 4, "db"]],
  ["services:\n  web:\n    image: box\n    volumes:\n      - data:/data", ["noVolume", 5, "data"]],
  ["services:\n  web:\n    image: box\n    networks: { back: }", ["noNetwork", 4, "back"]],
  ["volumes: {}", ["noServices", 1, ""]],
  ["just words", ["notTable", 1, ""]],
])("%j", (text, problem) => {
  expect(said(text)).toContainEqual(problem);
});

test.each([
  ["services:\n  web:\n   image: box\n  db:\n    image: box\n image: x", 6],
  ["services:\n  web: {image: box", 2],
  ["services:\n\tweb: {}", 2],
  ["services:\n  web: {}\n  web: {}", 3],
])("%j has a mistake of writing, at its line", (text, line) => {
  const [first] = checkCompose(text).problems;
  expect(first).toMatchObject({ kind: "syntax", line });
});

test("an environment has names and values, comments, and values of several lines", () => {
  expect(checkEnvironment("# x\n\nA=1\nexport B = 2\nC\nD='one\ntwo words here\nthree'\nE: 5")).toEqual([]);
  expect(checkEnvironment("A=1\n1A=2\nB B=3")).toMatchObject([{ line: 2 }, { line: 3 }]);
});
