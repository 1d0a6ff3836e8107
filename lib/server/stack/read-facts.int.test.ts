import { expect, test } from "vitest";
import { countTurns } from "@/lib/server/base/turns-fixture";
import { readFacts } from "./read-facts";

test("what a Compose file names is read, merged and by its aliases as well", async () => {
  const [facts] = await readFacts([
    `name: shop
x-base: &base { volumes: &volumes ["/srv/a:/a", { type: bind, source: /srv/b, target: /b }, "named:/c"] }
services:
  web: { <<: *base, image: box, network_mode: "container:vpn", volumes_from: ["container:files:ro", made] }
  made: { profiles: [debug, "no name", 1], build: { context: ./made, dockerfile: ../Other }, volumes: *volumes }
  1: { build: /srv/one, network_mode: shared }
include: [more.yaml]
secrets: { s: { file: ./secret } }
volumes: { named: { driver_opts: { device: /srv/d } }, afar: { external: true }, old: { external: { name: older } } }
networks: { back: {}, front: { name: public } }
`,
  ]);
  expect(facts).toEqual({
    name: "shop",
    services: ["web", "made", "1"],
    profiles: new Map([["made", ["debug", "1"]]]),
    images: ["box"],
    built: ["made", "1"].map((service) => ({ service, image: null, how: expect.stringMatching(/^[0-9a-f]{64}$/) })),
    volumes: [
      { key: "named", name: null },
      { key: "afar", name: "afar" },
      { key: "old", name: "older" },
    ],
    networks: [
      { key: "back", name: null },
      { key: "front", name: "public" },
    ],
    namedNetworks: ["shared"],
    joined: ["vpn", "files"],
    includes: true,
    sources: ["/srv/a", "/srv/b", "./made", "/srv/one", "./secret", "/srv/d"],
    dockerfiles: ["./made/../Other", "/srv/one/Dockerfile"],
  });
});

test("no text of others ends the server, or holds it up", async () => {
  await readFacts(["services: {}"]);
  const aliases = Array.from({ length: 40 }, (_, index) => `x-${index + 1}: &a${index + 1} [*a${index}, *a${index}]`);
  const hostile = [
    "[".repeat(60_000),
    "- ".repeat(30_000),
    "{a: ".repeat(15_000),
    `x-0: &a0 [q]\n${aliases.join("\n")}\nservices: { web: { volumes: *a40 } }`,
    "x-a: &a { <<: *a }\nservices: { web: { <<: *a } }",
    "&a ".repeat(20_000),
    `services:\n${Array.from({ length: 300 }, (_, index) => `  s${index}: {}`).join("\n")}`,
    "a".repeat(10_000_000),
    "services: { last: {} }",
  ];
  let found: Awaited<ReturnType<typeof readFacts>> = [];
  const { turns } = await countTurns(async () => {
    found = await readFacts(hostile);
  });
  expect(found.slice(0, 3)).toEqual([null, null, null]);
  expect(found[6]?.services).toHaveLength(300);
  expect(found[7]).toBeNull();
  expect(found[8]?.services).toEqual(["last"]);
  // The thread alone was busy, for seconds. How long the turns were: bench/verdicts/turns.ts.
  expect(turns).toBeGreaterThan(100);
}, 120_000);
