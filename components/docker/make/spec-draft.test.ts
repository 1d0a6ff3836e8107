import { expect, test } from "vitest";
import {
  draftOf,
  emptyDraft,
  isLiveChange,
  parseMount,
  parsePort,
  specOf,
  type KnownSpec,
  type SpecDraft,
} from "./spec-draft";

const port = { address: "", outside: 8080, outside_last: null, inside: 80, protocol: "tcp" };
test.each([
  ["8080:80", port],
  ["80", { ...port, outside: null }],
  ["127.0.0.1:8080:80/udp", { ...port, address: "127.0.0.1", protocol: "udp" }],
  ["[::1]:8080:80", { ...port, address: "::1" }],
  ["127.0.0.1:80", { ...port, address: "127.0.0.1", outside: null }],
  ["0:80", null],
  ["70000:80", null],
  ["8080:80/sctp", { ...port, protocol: "sctp" }],
  ["8000-8010:80", { ...port, outside: 8000, outside_last: 8010 }],
  ["8010-8000:80", null],
  ["8080:80/dccp", null],
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
    { address: "", outside: 8080, outside_last: null, inside: 80, protocol: "tcp" as const },
    { address: "::1", outside: null, outside_last: null, inside: 53, protocol: "udp" as const },
  ],
  mounts: [{ kind: "volume" as const, source: "data", destination: "/data", is_writable: false }],
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

const images = { own_image: null, named_image: null };
const there: KnownSpec = { ...known, ...images };

test("what is known comes back as it was", () => {
  expect(specOf(draftOf(there))).toEqual({ spec: known, problems: {} });
});

test("of what is there only the changes are asked for", () => {
  const asked = (change: Partial<SpecDraft>, of: KnownSpec = there) => specOf({ ...draftOf(of), ...change }, of);
  expect(asked({})).toEqual({ spec: {}, problems: {} });
  expect(asked({ environment: "A=2", memoryMb: 32 }).spec).toEqual({ environment: ["A=2"], memory: 32 * 1024 * 1024 });
  expect(asked({ takesNewer: true }).spec).toEqual({ image: "nginx:1" });
  expect(asked({ image: "nginx:2" }).spec).toEqual({ image: "nginx:2" });
  // What nobody could ask for is in nobody's way, and stays.
  const odd = {
    ...there,
    network: "container:4f2a",
    memory: 1,
    devices: [{ outside: "/x", inside: "/x", access: "" }],
  };
  expect(asked({ labels: "a=c" }, odd)).toEqual({ spec: { labels: { a: "c" } }, problems: {} });
  expect(asked({ network: "" }, odd).problems).toEqual({ network: "" });
});

test("lines that nobody has touched mean what they meant", () => {
  const of: KnownSpec = {
    ...there,
    command: ["sh", "-c", "a\n b", "", " x ", '"y"'],
    environment: ["KEY=-----\nline\n", "BARE"],
    labels: { "a=b": "c", long: "x\ny" },
    mounts: [{ kind: "bind", source: "/a:b", destination: "/c:d", is_writable: true }],
  };
  const draft = draftOf(of);
  const { spec, problems } = specOf(
    {
      ...draft,
      command: `${draft.command}\nmore`,
      environment: `${draft.environment}\nC=3`,
      labels: `${draft.labels}\nd=e`,
      mounts: `${draft.mounts}\ndata:/data`,
    },
    of,
  );
  expect(problems).toEqual({});
  expect(spec).toEqual({
    command: [...of.command, "more"],
    environment: [...(of.environment ?? []), "C=3"],
    labels: { ...of.labels, d: "e" },
    mounts: [...(of.mounts ?? []), { kind: "volume", source: "data", destination: "/data", is_writable: true }],
  });
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
  const before = draftOf(there);
  expect(isLiveChange(before, { ...before })).toBe(false);
  expect(isLiveChange(before, { ...before, takesNewer: true })).toBe(false);
  expect(isLiveChange(before, { ...before, memoryMb: 128, restart: "no" })).toBe(true);
  expect(isLiveChange(before, { ...before, memoryMb: "" })).toBe(false);
  expect(isLiveChange(before, { ...before, image: "nginx:2" })).toBe(false);
});
