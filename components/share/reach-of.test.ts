import { expect, test } from "vitest";
import { reachOf } from "./reach-of";

test.each([
  ["https://files.example.com/s/x", null],
  ["https://files.example.com./s/x", null],
  ["http://files.example.com/s/x", "plain"],
  ["http://203.0.113.7:8080/s/x", "plain"],
  ["https://[2001:db8::1]/s/x", null],
  ["http://127.0.0.1:8080/s/x", "computer"],
  ["https://localhost/s/x", "computer"],
  ["http://deck.localhost/s/x", "computer"],
  ["http://[::1]:8080/s/x", "computer"],
  ["http://[::ffff:127.0.0.1]/s/x", "computer"],
  ["http://0.0.0.0:8080/s/x", "computer"],
  ["https://192.168.1.4/s/x", "network"],
  ["https://10.0.0.1/s/x", "network"],
  ["https://100.101.102.103/s/x", "network"],
  ["https://[fd00::1]/s/x", "network"],
  ["https://[fe80::1]/s/x", "network"],
  ["https://nas.local/s/x", "network"],
  ["https://nas/s/x", "network"],
  ["https://nas.home.arpa/s/x", "network"],
] as const)("%s: %s", (address, reach) => {
  expect(reachOf(address)).toBe(reach);
});
