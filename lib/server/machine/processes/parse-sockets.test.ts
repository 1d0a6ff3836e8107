import { expect, test } from "vitest";
import { parseSockets } from "./parse-sockets";

const title = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode";
const line = (local: string, remote: string, state: string, inode: number) =>
  `   0: ${local} ${remote} ${state} 00000000:00000000 00:00000000 00000000     0        0 ${inode} 1 0000 100 0 0 10 0`;

test("addresses of version 4", () => {
  const text = [
    title,
    line("0100007F:1F90", "00000000:0000", "0A", 7),
    line("0100007F:1F90", "0200007F:C350", "01", 8),
  ];
  expect(parseSockets(text.join("\n"), "tcp")).toEqual([
    { protocol: "tcp", address: "127.0.0.1", port: 8080, peer: null, isListening: true, inode: 7 },
    {
      protocol: "tcp",
      address: "127.0.0.1",
      port: 8080,
      peer: { address: "127.0.0.2", port: 50_000 },
      isListening: false,
      inode: 8,
    },
  ]);
});

test.each([
  ["00000000000000000000000000000000", "::"],
  ["00000000000000000000000001000000", "::1"],
  ["0000000000000000FFFF00000100007F", "127.0.0.1"],
  ["B80D0120000000000000000001000000", "2001:db8::1"],
  ["B80D0120010000000100000001000000", "2001:db8:0:1:0:1:0:1"],
  ["000080FE00000000FF54121234567890", "fe80::1212:54ff:9078:5634"],
])("%s is %s", (hex, address) => {
  expect(parseSockets([title, line(`${hex}:0016`, `${"0".repeat(32)}:0000`, "07", 9)].join("\n"), "udp6")).toEqual([
    { protocol: "udp", address, port: 22, peer: null, isListening: true, inode: 9 },
  ]);
});

test("what is no line of a table is left out", () => {
  expect(parseSockets("", "tcp")).toEqual([]);
  expect(parseSockets(`${title}\nnonsense\n`, "tcp")).toEqual([]);
});
