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
  ["a table merged", "x-base: &base\n  image: box\nservices:\n  web:\n    <<: *base\n    restart: always"],
  ["a list of tables merged", "x-a: &a { image: box }\nx-b: &b { tty: true }\nservices:\n  web:\n    <<: [*a, *b]"],
  [
    "tables merged one after the other",
    "x-a: &a { image: box }\nx-b: &b { tty: true }\nservices: { web: { <<: *a }, b: { <<: *b, build: . } }",
  ],
  ["services merged", "x-s: &s\n  db: { image: box }\nservices:\n  <<: *s\n  web: { image: box, depends_on: [db] }"],
  ["a merged table that merges", "x-a: &a { image: box }\nx-b: &b { <<: *a }\nservices: { web: { <<: *b } }"],
  [
    "a whole table by its alias",
    "x-v: &v { data: }\nservices: { web: { image: box, volumes: ['data:/d'] } }\nvolumes: *v",
  ],
  ["a service by its alias", "services:\n  web: &w { image: box }\n  other: *w"],
  [
    "items by their alias",
    "services:\n  a: { image: box, volumes: [&v 'data:/d'] }\n  b: { image: box, volumes: [*v] }\nvolumes: { data: }",
  ],
  [
    "several documents",
    "services:\n  web: { image: box }\n---\nservices:\n  web: { restart: always, depends_on: [db] }",
  ],
  ["marks of a document", "---\nservices:\n  web: { image: box }\n..."],
  [
    "tags",
    "services: !override\n  web:\n    image: box\n    ports: !reset []\n    volumes: !override [a:/b]\n    command: !reset\nvolumes: { a: }",
  ],
  [
    "names in variables",
    "services:\n  web:\n    image: box\n    depends_on: ['${S}']\n    networks: ['${N:-x}']\n    volumes: ['${V}:/d']",
  ],
  [
    "a service that may be missing",
    "services:\n  web:\n    image: box\n    depends_on:\n      db: { condition: service_started, required: false }",
  ],
  ["truth in words", "services:\n  web: { image: box, privileged: yes, tty: on, init: True, read_only: 'false' }"],
  [
    "devices as tables",
    "services:\n  web:\n    image: box\n    devices: [{ source: /dev/a, target: /dev/b, permissions: rw }]",
  ],
  ["shares of a processor as times", "services:\n  web: { image: box, cpu_period: 50ms, cpu_quota: 25000 }"],
  ["an address with a zone", "services:\n  web: { image: box, ports: ['[fe80::1%eth0]:80:80'] }"],
  ["a disk of Windows", "services:\n  web: { image: box, volumes: ['C:\\x:/y'] }"],
])("%s is right", (_, text) => {
  expect(said(text)).toEqual([]);
});

test("what is missing in one of several files may be in another", () => {
  const text = "services:\n  web: { depends_on: [db], networks: [back], imagee: x }";
  expect(checkCompose(text, { isPart: true }).problems.map(({ kind }) => kind)).toEqual(["unknownKey"]);
  expect(checkCompose("volumes: { data: }", { isPart: true }).problems).toEqual([]);
});

test("what is merged is looked at as well", () => {
  const text = "x-a: &a { depends_on: [db] }\nservices:\n  web: { <<: *a, image: box }";
  expect(said(text)).toEqual([["noService", 1, "db"]]);
});

test("no text of others breaks the page, or holds it up", () => {
  const bomb = `x-0: &a0 [q]\n${Array.from({ length: 30 }, (_, index) => `x-${index + 1}: &a${index + 1} [*a${index}, *a${index}]`).join("\n")}\nservices: { web: { image: box, command: *a30 } }`;
  expect(checkCompose(bomb).problems).toEqual([]);
  expect(checkCompose("[".repeat(60_000)).problems.length).toBeGreaterThan(0);
  expect(checkCompose(`services: {}\n# ${"x".repeat(10_000_000)}`).problems).toEqual([]);
  const loop = "x-a: &a { <<: *a, image: box }\nservices: { web: { <<: *a } }";
  expect(checkCompose(loop).problems.length).toBeLessThan(5);
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
