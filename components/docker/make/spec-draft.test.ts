import { expect, test } from "vitest";
import { draftOf, emptyDraft, isLiveChange, parseMount, parsePort, specOf } from "./spec-draft";

const port = { address: "", outside: 8080, inside: 80, protocol: "tcp" };
test.each([
  ["8080:80", port],
  ["80", { ...port, outside: null }],
  ["127.0.0.1:8080:80/udp", { ...port, address: "127.0.0.1", protocol: "udp" }],
  ["[::1]:8080:80", { ...port, address: "::1" }],
  ["127.0.0.1:80", { ...port, address: "127.0.0.1", outside: null }],
  ["0:80", null],
  ["70000:80", null],
  ["8080:80/sctp", null],
  ["a:80", null],
])("port %s", (line, expected) => {
  expect(parsePort(line)).toEqual(expected);
});

test.each([
  ["/srv/data:/data", { kind: "bind", source: "/srv/data", destination: "/data", is_writable: true }],
  ["data:/data:ro", { kind: "volume", source: "data", destination: "/data", is_writable: false }],
  ["/srv/data", null],
  ["data:relative", null],
  ["-x:/data", null],
  ["a:/b:z", null],
  ["a:/b:ro:c", null],
])("mount %s", (line, expected) => {
  expect(parseMount(line)).toEqual(expected);
});

const known = {
  name: "web",
  image: "nginx:1",
  command: ["nginx", "-g", "daemon off;"],
  environment: ["A=1", "B=x=y"],
  ports: [
    { address: "", outside: 8080, inside: 80, protocol: "tcp" as const },
    { address: "::1", outside: null, inside: 53, protocol: "udp" as const },
  ],
  mounts: [{ kind: "volume", source: "data", destination: "/data", is_writable: false }],
  memory: 64 * 1024 * 1024,
  cpus: 0.5,
  restart: "always" as const,
  labels: { a: "b=c" },
  network: "inner",
  is_privileged: false,
  devices: [
    { outside: "/dev/ttyUSB0", inside: "/dev/ttyUSB0", access: "rwm" },
    { outside: "/dev/dri", inside: "/dev/gpu", access: "rw" },
  ],
  cap_add: ["NET_ADMIN"],
  cap_drop: ["ALL"],
};

test("what is known comes back as it was", () => {
  expect(specOf(draftOf(known))).toEqual({ spec: known, problems: {} });
  const { spec } = specOf(draftOf({ ...known, environment: null, mounts: null }));
  expect(spec).not.toHaveProperty("environment");
  expect(spec).not.toHaveProperty("mounts");
});

test("the line that is not understood is named", () => {
  const wrong = {
    ...emptyDraft,
    environment: "A=1\nB",
    ports: "80\nx",
    mounts: "y",
    labels: "=1",
    network: "container:x",
    devices: "/dev/null\n/etc/passwd",
    capAdd: "cap_net_admin\nno such",
    capDrop: "chown",
  };
  expect(specOf(wrong).problems).toEqual({
    name: "",
    image: "",
    environment: "B",
    ports: "x",
    mounts: "y",
    labels: "=1",
    network: "",
    devices: "/etc/passwd",
    capAdd: "no such",
  });
});

test("limits and the policy alone need no new container, unless a limit goes", () => {
  const before = draftOf(known);
  expect(isLiveChange(before, { ...before, memoryMb: 128, restart: "no" })).toBe(true);
  expect(isLiveChange(before, { ...before, memoryMb: "" })).toBe(false);
  expect(isLiveChange(before, { ...before, image: "nginx:2" })).toBe(false);
});
