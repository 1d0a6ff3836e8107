import { expect, it } from "vitest";
import { isBindWithin, reachOf } from "./reach";

const usual = {
  Privileged: false,
  NetworkMode: "default",
  PidMode: "",
  UTSMode: "",
  UsernsMode: "",
  IpcMode: "private",
  CgroupnsMode: "private",
  CapAdd: null,
  Devices: [],
  DeviceRequests: null,
  DeviceCgroupRules: null,
  SecurityOpt: null,
  Runtime: "runc",
  ReadonlyPaths: ["/proc/sys", "/proc/sysrq-trigger"],
  MaskedPaths: ["/proc/kcore", "/sys/firmware"],
};
const reach = (change: object, { networks = ["bridge"], mounts = [] as object[], usesCgroupsV1 = false } = {}) =>
  reachOf(
    {
      HostConfig: { ...usual, ...change },
      NetworkSettings: { Networks: Object.fromEntries(networks.map((name) => [name, {}])) },
      Mounts: mounts,
    },
    { usesCgroupsV1 },
  );

it("lets through what harms nobody", () => {
  for (const change of [
    {},
    { NetworkMode: "my_net" },
    { CapAdd: ["CHOWN", "CAP_NET_RAW"] },
    { SecurityOpt: ["no-new-privileges:true"] },
    { IpcMode: "shareable" },
  ])
    expect([change, reach(change)]).toEqual([change, { binds: [], volumes: [] }]);
  expect(reach({ CgroupnsMode: "host" }, { usesCgroupsV1: true })).not.toBeNull();
});

it("refuses everything else, also what it does not know", () => {
  for (const change of [
    { Privileged: true },
    { Privileged: undefined },
    { NetworkMode: "host" },
    { NetworkMode: "container:abc" },
    { NetworkMode: "ns:/proc/1/ns/net" },
    { PidMode: "host" },
    { PidMode: "container:abc" },
    { UTSMode: "host" },
    { UsernsMode: "host" },
    { IpcMode: "host" },
    { IpcMode: "container:abc" },
    { CgroupnsMode: "host" },
    { CapAdd: ["ALL"] },
    { CapAdd: ["CHOWN", "CAP_SYS_PTRACE"] },
    { Devices: [{ PathOnHost: "/dev/sda" }] },
    { DeviceRequests: [{ Driver: "nvidia" }] },
    { DeviceCgroupRules: ["a *:* rwm"] },
    { SecurityOpt: ["apparmor=unconfined"] },
    { SecurityOpt: ["no-new-privileges:true", "seccomp=unconfined"] },
    { SecurityOpt: ["no-new-privileges:false"] },
    { Runtime: "sysbox-of-mine" },
    { ReadonlyPaths: null },
    { MaskedPaths: [] },
  ])
    expect([change, reach(change)]).toEqual([change, null]);
  expect(reach({}, { networks: ["host"] })).toBeNull();
  expect(reach({}, { mounts: [{ Type: "npipe" }] })).toBeNull();
  expect(reach({}, { mounts: [{ Type: "volume", Name: "v", Driver: "of-mine" }] })).toBeNull();
  expect(reachOf({}, { usesCgroupsV1: false })).toBeNull();
});

it("lets a folder through only as a whole, and no doors of the system", () => {
  const mounts = [
    { place: "/", access: "read" },
    { place: "/srv", access: "write" },
    { place: "/srv/a/kept", access: "write" },
    { place: "/srv/b/secret", access: "none" },
    { place: "/srv/c/old", access: "read" },
  ] as const;
  const may = (source: string, isWritable: boolean) =>
    isBindWithin({ source, destination: "/x", isWritable }, mounts, "/srv/d/user/docker.sock");
  const writable = ["/srv/d/other", "/srv/a/kept", "/srv/a/kept/x", "/srv/a2"];
  const readable = ["/etc", "/srv/a", "/srv/c", "/srv/c/old/x"];
  const neither = [
    "/",
    "/run",
    "/var",
    "/run/docker.sock",
    "/dev/shm",
    "/proc/1/root",
    "/srv",
    "/srv/b",
    "/srv/b/secret/x",
    "/srv/d",
    "/srv/d/user/docker.sock",
  ];
  for (const source of writable) expect([source, may(source, true), may(source, false)]).toEqual([source, true, true]);
  for (const source of readable) expect([source, may(source, true), may(source, false)]).toEqual([source, false, true]);
  for (const source of neither) expect([source, may(source, true), may(source, false)]).toEqual([source, false, false]);
});
