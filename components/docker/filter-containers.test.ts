import { expect, test } from "vitest";
import type { ContainerRow } from "@/lib/contracts/docker";
import { actionsFor } from "./actions-for";
import { filterContainers, portText } from "./filter-containers";

const row = (name: string, fields: Partial<ContainerRow> = {}): [string, ContainerRow] => [
  name,
  {
    id: `${name}0123456789`,
    name,
    image: "debian:12",
    state: "running",
    status: "Up",
    exit_code: null,
    health: null,
    restarts: null,
    created_at: 0,
    ports: [],
    folders: [],
    project: null,
    service: null,
    cpu: null,
    memory: null,
    may: [],
    may_change: true,
    ...fields,
  },
];
const port = { address: "0.0.0.0", outside: 8080, inside: 80, protocol: "tcp" };
const rows = new Map([
  row("web", { ports: [port], project: "shop", service: "frontend" }),
  row("db", { image: "postgres:16", health: "unhealthy", project: "shop", folders: ["/srv/Data/db"] }),
  row("old", { state: "exited" }),
  row("held", { state: "paused" }),
  row("loop", { state: "restarting", restarts: 17 }),
  row("again", { state: "running", restarts: 4 }),
]);

test.each([
  ["", "all", ["web", "db", "old", "held", "loop", "again"]],
  ["", "running", ["web", "db", "held"]],
  ["", "stopped", ["old"]],
  ["", "unhealthy", ["db", "loop", "again"]],
  ["SHOP", "all", ["web", "db"]],
  ["shop post", "all", ["db"]],
  ["stack:shop", "all", ["web", "db"]],
  ["stack:sho", "all", []],
  ["stack:shop service:frontend", "all", ["web"]],
  // One that Compose did not make stands for itself.
  ["stack:shop service:db", "all", ["db"]],
  [":8080", "all", ["web"]],
  [":80", "all", []],
  ["held0123", "all", ["held"]],
  ["/srv/data", "all", ["db"]],
  ["/srv/data/db/", "all", ["db"]],
  ["/srv/data/db/base/1", "all", ["db"]],
  ["/srv/data/dbx", "all", []],
] as const)("%j of %s: %j", (text, filter, names) => {
  expect([...filterContainers(rows, { text, filter }).keys()]).toEqual(names);
});

test("ports are shown as they are published", () => {
  expect(portText(port)).toBe("8080 → 80");
  expect(portText({ ...port, address: "127.0.0.1", protocol: "udp" })).toBe("127.0.0.1:8080 → 80/udp");
  expect(portText({ ...port, outside: null })).toBe("80");
});

test("a container offers what makes sense as it is", () => {
  expect(["running", "paused", "restarting", "exited", "created", "removing"].map(actionsFor)).toEqual([
    ["stop", "restart", "pause", "kill"],
    ["unpause", "stop", "kill"],
    ["stop", "restart", "kill"],
    ["start"],
    ["start"],
    [],
  ]);
});
