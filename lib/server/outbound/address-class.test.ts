import { expect, it } from "vitest";
import { classifyAddress, isOwnPlace, ownPorts, type AddressClass } from "./address-class";

const table: Record<AddressClass, readonly string[]> = {
  public: ["8.8.8.8", "2606:4700::1", "172.32.0.1", "11.0.0.1"],
  lan: [
    "127.0.0.1",
    "127.255.1.2",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "100.64.0.1",
    "169.254.1.1",
    "::1",
    "fc00::1",
    "fd12::1",
    "fe80::1",
    "fec0::1",
    "::ffff:127.0.0.1",
    "::ffff:8.8.8.8",
    "::ffff:0:10.0.0.1",
    "64:ff9b::192.168.0.1",
    "64:ff9b::8.8.8.8",
    "2002:7f00:1::",
    "2001:0:1::3f57:fefe",
  ],
  never: [
    "169.254.169.254",
    "100.100.100.200",
    "fd00:ec2::254",
    "::ffff:169.254.169.254",
    "64:ff9b::a9fe:a9fe",
    "2002:a9fe:a9fe::",
    "2001:0:1::5601:5601",
    "64:ff9b:1::1",
    "0.0.0.0",
    "0.1.2.3",
    "::",
    "::7f00:1",
    "224.0.0.1",
    "ff02::1",
    "255.255.255.255",
    "240.0.0.1",
    "192.0.2.1",
    "198.18.0.1",
    "2001:db8::1",
    "100::1",
    "4000::1",
    "example.org",
    "",
  ],
};

it.each(Object.entries(table).flatMap(([kind, list]) => list.map((text) => [text, kind] as const)))(
  "%j is %s",
  (text, kind) => expect(classifyAddress(text)).toBe(kind),
);

it("knows its own ports at all of its addresses", () => {
  ownPorts.add(8480);
  expect(isOwnPlace("127.0.0.1", 8480)).toBe(true);
  expect(isOwnPlace("127.9.9.9", 8480)).toBe(true);
  expect(isOwnPlace("::ffff:127.0.0.1", 8480)).toBe(true);
  expect(isOwnPlace("::1", 8480)).toBe(true);
  expect(isOwnPlace("127.0.0.1", 80)).toBe(false);
  expect(isOwnPlace("8.8.8.8", 8480)).toBe(false);
});
