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

/** A service with a value, and what is said to be wanted instead. */
const wantedIn = (line: string) =>
  checkCompose(`services:\n  web:\n    image: box\n    ${line}`).problems.map((problem) =>
    problem.kind === "wrongValue" ? [problem.text, problem.wanted, problem.line] : problem.kind,
  );

test.each([
  ["ports: 8048", ["ports", "list", 4]],
  ["ports: [80, abc]", ["ports", "port", 4]],
  ['ports: ["8080:70000"]', ["ports", "port", 4]],
  ["ports:\n      - target: 80\n        protocol: http", ["protocol", "tcp, udp, sctp", 6]],
  ["restart: sometimes", ["restart", "no, always, unless-stopped, on-failure", 4]],
  ["volumes: { a: b }", ["volumes", "list", 4]],
  ["volumes:\n      - type: folder\n        target: /a", ["type", "bind, volume, tmpfs, npipe, cluster, image", 5]],
  ["environment: A=1", ["environment", "listOrTable", 4]],
  [
    "depends_on: { web: { condition: ready } }",
    ["condition", "service_started, service_healthy, service_completed_successfully", 4],
  ],
  ["healthcheck: { test: [CMD, x], interval: 30 }", ["interval", "duration", 4]],
  ["healthcheck: { retries: often }", ["retries", "number", 4]],
  ["networks: default", ["networks", "listOrTable", 4]],
  ["deploy: { resources: { limits: { cpus: many } } }", ["cpus", "number", 4]],
  ["deploy: { resources: { limits: { memory: 1x } } }", ["memory", "size", 4]],
  ["privileged: maybe", ["privileged", "boolean", 4]],
  ["hostname: [box]", ["hostname", "text", 4]],
])("%j is marked, with what may stand there", (line, problem) => {
  expect(wantedIn(line)).toContainEqual(problem);
});

test.each([
  'ports: [80, "8080:80", "127.0.0.1:8080:80/udp", "[::1]:80:80", "3000-3005:3000-3005", "${PORT}:80", { target: 80 }]',
  "ports: !reset []",
  "restart: no",
  'restart: "on-failure:3"',
  "restart: ${RESTART:-always}",
  "environment: { A: 1, B: true, C: , D: text }",
  "environment: [A=1, B]",
  "depends_on: { web: { condition: service_healthy, restart: true } }",
  'healthcheck: { test: "curl x", interval: 1m30s, timeout: 500ms, retries: 3, disable: false }',
  'deploy: { replicas: 2, resources: { limits: { cpus: "0.5", memory: 512M, pids: 100 } } }',
  "mem_limit: 1.5gb",
  "user: 1000",
  "command: [sleep, 10]",
  "ports:",
])("%j is fine", (line) => {
  expect(wantedIn(line)).toEqual([]);
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
