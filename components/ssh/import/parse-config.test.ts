import { expect, test } from "vitest";
import { parseConfig } from "./parse-config";

const text = `
# at work
User mia
Host web1 web2
  HostName %h.example.org
  Port=2222
  ProxyJump tom@gate:2200,inner

Host "my nas" !other
\tHostName 192.0.2.7
\tUser root
\tServerAliveInterval 15
Host *.lab !db.lab
  Port 99
Host db.lab
Host a.lab
  User later
Match user x
  Port 1
Host *
  User nobody
  Port 7
  ProxyJump none
`;

test("finds the hosts that are named, each with the first that is said of it", () => {
  const jump = { name: "inner", port: 22, username: "" };
  expect(parseConfig(text)).toEqual([
    { name: "web1", address: "web1.example.org", port: 2222, username: "mia", keepAlive: null, jump },
    { name: "web2", address: "web2.example.org", port: 2222, username: "mia", keepAlive: null, jump },
    { name: "my nas", address: "192.0.2.7", port: 7, username: "mia", keepAlive: 15, jump: null },
    { name: "db.lab", address: "db.lab", port: 7, username: "mia", keepAlive: null, jump: null },
    { name: "a.lab", address: "a.lab", port: 99, username: "mia", keepAlive: null, jump: null },
  ]);
});

test.each([
  ["jump@gw.example.org:2222", { name: "gw.example.org", port: 2222, username: "jump" }],
  ["a,ssh://mia@[2001:db8::1]:22", { name: "2001:db8::1", port: 22, username: "mia" }],
  ["none", null],
])("a way through %s", (text, jump) => {
  expect(parseConfig(`Host far\n  ProxyJump ${text}`)).toMatchObject([{ name: "far", jump }]);
});

test("a text that is none has none, and numbers that are wrong are the usual ones", () => {
  expect(parseConfig("")).toEqual([]);
  expect(parseConfig("<html>\u0000")).toEqual([]);
  expect(parseConfig("Host a\nPort 99999\nServerAliveInterval x")).toMatchObject([{ port: 22, keepAlive: null }]);
});

test("a hostile pattern takes no time, and thousands of hosts are cut", () => {
  expect(parseConfig(`Host ${"*a".repeat(200)}b\nHost ${"a".repeat(60)}`)).toHaveLength(1);
  expect(parseConfig(Array.from({ length: 5_000 }, (_, index) => `Host h${index}`).join("\n"))).toHaveLength(200);
});
