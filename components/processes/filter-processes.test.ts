import { expect, test } from "vitest";
import type { ProcessRow } from "@/lib/contracts/processes";
import { filterProcesses, withParents } from "./filter-processes";

const row = (pid: number, fields: Partial<ProcessRow>): [string, ProcessRow] => [
  `${pid}.1`,
  {
    id: `${pid}.1`,
    pid,
    parent: 1,
    name: "",
    command: "",
    user: "root",
    state: "S",
    cpu: null,
    memory: 0,
    read: null,
    written: null,
    threads: 1,
    nice: 0,
    started_at: null,
    is_kernel: false,
    is_own: false,
    container: null,
    unit: null,
    ports: [],
    ...fields,
  },
];
const rows = new Map([
  row(1, { name: "systemd", parent: 0 }),
  row(2, { name: "kthreadd", parent: 0, is_kernel: true }),
  row(80, { name: "nginx", command: "nginx: master", ports: [80, 8080], unit: "nginx.service" }),
  row(81, { name: "nginx", command: "nginx: worker", user: "www-data", parent: 80 }),
  row(8080, { name: "Java", command: "java -jar App.jar", container: "0123456789ab" }),
]);
const found = (text: string, withKernel = false) =>
  [...filterProcesses(rows, { text, withKernel }).values()].map(({ pid }) => pid);

test.each([
  ["", [1, 80, 81, 8080]],
  [":8080", [80]],
  ["8080", [8080]],
  ["NGINX", [80, 81]],
  ["nginx www", [81]],
  ["app.jar", [8080]],
  ["0123", [8080]],
  ["nginx.service", [80]],
  ["nothing", []],
  [":81", []],
])("%j finds %j", (text, pids) => {
  expect(found(text)).toEqual(pids);
});

test("threads of the kernel are there when they are wanted", () => {
  expect(found("", true)).toEqual([1, 2, 80, 81, 8080]);
  expect(found("kthread")).toEqual([]);
});

test("in a tree what is above comes with what was found", () => {
  const worker = filterProcesses(rows, { text: "worker", withKernel: false });
  expect([...withParents(worker, rows).values()].map(({ pid }) => pid)).toEqual([81, 80, 1]);
});
