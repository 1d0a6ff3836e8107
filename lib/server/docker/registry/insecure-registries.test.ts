import { expect, test } from "vitest";
import { isInsecure } from "./insecure-registries";

const config = {
  IndexConfigs: { "docker.io": { Secure: true }, "shop.lan:5000": { Secure: false }, "safe.lan": { Secure: true } },
  InsecureRegistryCIDRs: ["::1/128", "127.0.0.0/8", "10.1.0.0/16", "nonsense"],
};

test.each([
  ["docker.io", ["1.2.3.4"], false],
  ["shop.lan:5000", ["192.168.0.9"], true],
  ["other.lan:5000", ["192.168.0.9"], false],
  ["localhost:5000", ["::1"], true],
  ["127.0.0.1:5000", ["127.0.0.1"], true],
  ["mapped.lan", ["::ffff:10.1.2.3"], true],
  ["both.lan", ["192.168.0.9", "10.1.2.3"], true],
  // What is said of its name counts more than where it is.
  ["safe.lan", ["10.1.2.3"], false],
])("%s at %s: %s", (host, addresses, expected) => {
  expect(isInsecure(host, addresses, config)).toBe(expected);
});

test("without a word of the daemon's every registry is asked by TLS", () => {
  expect(isInsecure("127.0.0.1:5000", ["127.0.0.1"], null)).toBe(false);
});
