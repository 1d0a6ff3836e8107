import { monitorEventLoopDelay } from "node:perf_hooks";
import { expect, test } from "vitest";
import { readFacts } from "./read-facts";

test("what a Compose file names is read, merged and by its aliases as well", async () => {
  const [facts] = await readFacts([
    `name: shop
x-base: &base { volumes: &volumes ["/srv/a:/a", { type: bind, source: /srv/b, target: /b }, "named:/c"] }
services:
  web: { <<: *base, image: box, network_mode: "container:vpn", volumes_from: ["container:files:ro", made] }
  made: { build: { context: ./made, dockerfile: ../Other }, volumes: *volumes }
  1: { build: /srv/one }
include: [more.yaml]
secrets: { s: { file: ./secret } }
volumes: { named: { driver_opts: { device: /srv/d } }, afar: { external: true }, old: { external: { name: older } } }
networks: { back: {}, front: { name: public } }
`,
  ]);
  expect(facts).toEqual({
    name: "shop",
    services: ["web", "made", "1"],
    images: ["box"],
    built: ["made", "1"].map((service) => ({ service, image: null })),
    volumes: [
      { key: "named", name: null },
      { key: "afar", name: "afar" },
      { key: "old", name: "older" },
    ],
    networks: [
      { key: "back", name: null },
      { key: "front", name: "public" },
    ],
    joined: ["vpn", "files"],
    includes: true,
    sources: ["/srv/a", "/srv/b", "./made", "/srv/one", "./secret", "/srv/d"],
    dockerfiles: ["./made/../Other", "/srv/one/Dockerfile"],
    reaches: ["web", "made", "1"].map((name) => ({
      name,
      // Volumes of another container's are not known from the text.
      isPlain: name !== "web",
      binds:
        name === "1"
          ? []
          : ["a", "b"].map((one) => ({ source: `/srv/${one}`, destination: `/${one}`, isWritable: true })),
      volumes: name === "1" ? [] : [{ key: "named", isWritable: true }],
      joins: { containers: name === "web" ? ["vpn"] : [], services: [] },
    })),
  });
});

test.each([
  ["privileged: true", false],
  ["privileged: false", true],
  ["pid: host", false],
  ["pid: service:other", true],
  ["network_mode: host", false],
  ["network_mode: container:other", true],
  ["networks: [outside]", false],
  ["networks: { inside: { aliases: [a] } }", true],
  ["ipc: host", false],
  ["cap_add: [NET_ADMIN]", false],
  ["cap_add: [CHOWN, CAP_KILL]", true],
  ["security_opt: [apparmor=unconfined]", false],
  ["security_opt: [no-new-privileges:true]", true],
  ["devices: [/dev/sda]", false],
  ["deploy: { resources: { reservations: { devices: [{ capabilities: [gpu] }] } } }", false],
  ["deploy: { resources: { limits: { memory: 1G } } }", true],
  ["volumes: [{ type: npipe, source: a, target: /a }]", false],
  ["volumes: [{ type: bind, source: /a, target: /a, bind: { propagation: shared } }]", false],
  ["volumes: ['v:/a:ro', /anonymous, { type: tmpfs, target: /t }]", true],
  ["volumes_from: [other]", false],
  ["something_new: 1", false],
])("a service that says %s stays within its container: %s", async (line, isPlain) => {
  const networks = "networks: { outside: { external: true, name: host }, inside: {} }";
  const [facts] = await readFacts([`services: { web: { image: box, ${line} } }\n${networks}\n`]);
  expect(facts?.reaches.map((one) => one.isPlain)).toEqual([isPlain]);
});

test("no text of others ends the server, or holds it up", async () => {
  const delay = monitorEventLoopDelay({ resolution: 5 });
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
  delay.enable();
  const found = await readFacts(hostile);
  delay.disable();
  expect(found.slice(0, 3)).toEqual([null, null, null]);
  expect(found[6]?.services).toHaveLength(300);
  expect(found[7]).toBeNull();
  expect(found[8]?.services).toEqual(["last"]);
  // The thread alone was busy: a machine with other work to do is given some room.
  expect(delay.percentile(90) / 1e6).toBeLessThan(200);
}, 120_000);
