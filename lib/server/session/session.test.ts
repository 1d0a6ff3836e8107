import { beforeEach, describe, expect, it } from "vitest";
import { decodeSessionCookie, encodeSessionCookie, readSessionCookie, serializeSessionCookie } from "./cookie";
import { commandsOf, noGrants, parseGrants, permissionsOf, scopesOf } from "./grants";
import { deriveKeys } from "@/lib/server/base/keys";
import {
  addressKey,
  assertNotThrottled,
  countFailure,
  delayAfter,
  forgetAccount,
  forgetFailures,
  pairOf,
  takeBackFailure,
  relayKeys,
} from "./throttle";
import { makeTicket, pathsOfTicket } from "./ticket";

const keys = deriveKeys(Buffer.alloc(32, 7));
const otherKeys = deriveKeys(Buffer.alloc(32, 8));

describe("cookie", () => {
  it("goes round, and only with the same key", async () => {
    const cookie = await encodeSessionCookie(keys, "abc");
    expect(await decodeSessionCookie(keys, cookie)).toBe("abc");
    expect(await decodeSessionCookie(otherKeys, `${cookie}x`)).toBeNull();
    expect(await decodeSessionCookie(keys, "nonsense")).toBeNull();
  });

  it("is found among others", () => {
    const own = { installation: "ours" };
    expect(readSessionCookie(own, "a=1; filedeck.session.ours=x=y; b=2")).toBe("x=y");
    expect(readSessionCookie(own, "xfiledeck.session.ours=1")).toBeNull();
    expect(readSessionCookie(own, undefined)).toBeNull();
  });

  it("carries the installation in its name, and is found by its old name where there is no other", () => {
    const [own, other] = [{ installation: "ours" }, { installation: "theirs" }];
    const place = { path: "/", secure: false, expiresAt: "session" } as const;
    const [name] = serializeSessionCookie(own, "v", place).split("=");
    expect(serializeSessionCookie(other, "v", place).startsWith(`${name}=`)).toBe(false);
    const both = `filedeck.session.theirs=b; filedeck.session.ours=a; filedeck.session=old`;
    expect([own, other].map((one) => readSessionCookie(one, both))).toEqual(["a", "b"]);
    expect(readSessionCookie(own, "filedeck.session=old")).toBe("old");
    expect(deriveKeys(Buffer.alloc(32, 1)).installation).not.toBe(deriveKeys(Buffer.alloc(32, 2)).installation);
  });

  it("is out of reach for scripts and other sites", () => {
    const line = serializeSessionCookie({ installation: "ours" }, "v", {
      path: "/files",
      secure: true,
      expiresAt: new Date(0),
    });
    expect(line).toContain("; HttpOnly; SameSite=Lax; Secure");
    expect(line).toContain("; Path=/files;");
  });
});

describe("ticket", () => {
  const paths = ["files/a", "files/b"];
  it("opens exactly its paths for its session", () => {
    const { ticket } = makeTicket(keys, "s1", paths);
    expect(pathsOfTicket(keys, { ticket, sessionId: "s1", paths })).toEqual(paths);
    for (const other of [
      { ticket, sessionId: "s2", paths },
      { ticket, sessionId: "s1", paths: ["files/a"] },
      { ticket, sessionId: "s1", paths: [...paths, "files/c"] },
      { ticket: `z${ticket}`, sessionId: "s1", paths },
      { ticket: "", sessionId: "s1", paths },
      { ticket: "zzzzzzzz.", sessionId: "s1", paths },
    ])
      expect(() => pathsOfTicket(keys, other)).toThrow("auth/ticket");
  });

  it("keeps a long list on the server, for its session only", () => {
    const many = Array.from({ length: 500 }, (_, index) => `files/${index}`);
    const { ticket } = makeTicket(keys, "s1", many);
    expect(ticket.length).toBeLessThan(64);
    expect(pathsOfTicket(keys, { ticket, sessionId: "s1", paths: [] })).toEqual(many);
    expect(pathsOfTicket(keys, { ticket, sessionId: "s1", paths: ["files/7"] })).toEqual(["files/7"]);
    expect(() => pathsOfTicket(keys, { ticket, sessionId: "s2", paths: [] })).toThrow("auth/ticket");
    expect(() => pathsOfTicket(keys, { ticket, sessionId: "s1", paths: ["files/7", "other"] })).toThrow("auth/ticket");
  });
});

describe("throttle", () => {
  const pair = { kind: "pair", value: "x 1.2.3.4" } as const;
  beforeEach(() => forgetFailures([pair]));

  it("waits nothing five times, then a second doubling to a quarter of an hour", () => {
    const limits = { freeTries: 5, maxDelayMs: 900_000 };
    expect([1, 4, 5, 6, 7, 30].map((failures) => delayAfter(failures, limits))).toEqual([
      0, 0, 1000, 2000, 4000, 900_000,
    ]);
  });

  it("forgets slips that lie far apart, and no attempts", () => {
    const address = addressKey("192.0.2.9");
    for (let day = 1; day <= 50; day++) countFailure([address], day * 86_400_000);
    expect(() => assertNotThrottled([address], 50 * 86_400_000 + 1)).not.toThrow();
    for (let tries = 0; tries < 25; tries++) countFailure([address], 51 * 86_400_000 + tries * 60_000);
    expect(() => assertNotThrottled([address], 51 * 86_400_000 + 24 * 60_000 + 1)).toThrow("auth/throttled");
  });

  it("takes the addresses of one IPv6 network for one", () => {
    for (let host = 1; host <= 25; host++) countFailure([addressKey(`2001:db8:0:7::${host.toString(16)}`)], 10_000);
    expect(() => assertNotThrottled([addressKey("2001:db8:0:7:ffff::1")], 10_500)).toThrow("auth/throttled");
    expect(() => assertNotThrottled([addressKey("2001:db8:0:8::1")], 10_500)).not.toThrow();
    expect(addressKey("192.0.2.1")).not.toEqual(addressKey("192.0.2.2"));
  });

  it("bounds who tells addresses without proof, and forgets slips of many people one by one", () => {
    const relay = relayKeys({ relay: "192.0.2.33" });
    const hourMs = 3_600_000;
    for (let slip = 0; slip < 2_000; slip++) countFailure(relay, slip * 60_000);
    expect(() => assertNotThrottled(relay, 2_000 * 60_000)).not.toThrow();
    const nowMs = 2_000 * 60_000 + 2 * hourMs;
    for (let tries = 0; tries < 99; tries++) countFailure(relay, nowMs);
    expect(() => assertNotThrottled(relay, nowMs)).not.toThrow();
    for (let tries = 0; tries < 5_000; tries++) countFailure(relay, nowMs);
    expect(() => assertNotThrottled(relay, nowMs + 9_999)).toThrow("auth/throttled");
    expect(() => assertNotThrottled(relay, nowMs + 10_001)).not.toThrow();
    // However many there were, half an hour makes room for fifty.
    for (let tries = 0; tries < 39; tries++) countFailure(relay, nowMs + hourMs / 2);
    expect(() => assertNotThrottled(relay, nowMs + hourMs / 2)).not.toThrow();
    expect(relayKeys({ relay: null })).toEqual([]);
    forgetFailures(relay);
  });

  it("does not count successes of an address, and keeps its failures", () => {
    const address = { kind: "address", value: "5.6.7.8" } as const;
    for (let tries = 0; tries < 100; tries++) {
      countFailure([address], 10_000);
      takeBackFailure(address);
    }
    expect(() => assertNotThrottled([address], 10_000)).not.toThrow();
    for (let tries = 0; tries < 25; tries++) countFailure([address], 10_000);
    expect(() => assertNotThrottled([address], 10_500)).toThrow("auth/throttled");
    takeBackFailure(address);
    countFailure([address], 10_000);
    expect(() => assertNotThrottled([address], 10_500)).toThrow("auth/throttled");
    forgetFailures([address]);
  });

  it("forgets one account from all addresses, and no other", () => {
    const own = [pairOf("mia", "1.1.1.1"), pairOf("mia", "2.2.2.2"), { kind: "password", value: "id-1" }] as const;
    const others = [pairOf("mi", "1.1.1.1"), pairOf("mia.k", "1.1.1.1")];
    const all = [...own, ...others];
    for (let tries = 0; tries < 6; tries++) countFailure(all, 10_000);
    forgetAccount({ username: "Mia", userId: "id-1" });
    expect(() => assertNotThrottled(own, 10_500)).not.toThrow();
    for (const key of others) expect(() => assertNotThrottled([key], 10_500)).toThrow("auth/throttled");
    forgetFailures(all);
  });

  it("blocks while the wait lasts and says how long", () => {
    for (let tries = 0; tries < 6; tries++) countFailure([pair], 10_000);
    expect(() => assertNotThrottled([pair], 11_999)).toThrow("auth/throttled");
    expect(() => assertNotThrottled([pair], 12_000)).not.toThrow();
    expect(() => assertNotThrottled([{ kind: "pair", value: "y 1.2.3.4" }], 11_000)).not.toThrow();
  });
});

describe("grants", () => {
  const role = {
    access_dirs: ["/srv"],
    only_read_dirs: [],
    not_access_dirs: ["/srv/private"],
    auth_list: ["file_read", "made_up"],
    commands: [{ program: "ls", args: "*" }],
    quota_bytes: null,
    second_factor: false,
    containers: [],
  };
  const nothing = { ...noGrants, auth_list: ["terminal"] };

  it("adds permissions and drops names that do not exist", () => {
    expect([...permissionsOf(false, [role, nothing])]).toEqual(["file_read", "terminal"]);
    expect(permissionsOf(true, []).has("docker_view")).toBe(true);
  });

  it("adds what comes with rules on containers, and nothing of rules that cannot be read", () => {
    const rules = { ...noGrants, containers: [{ match: "web-*", may: ["logs" as const] }] };
    expect([...permissionsOf(false, [noGrants, rules])]).toEqual(["docker_container_rule"]);
    expect(permissionsOf(false, [noGrants]).size).toBe(0);
    for (const containers of ["*", [{ match: "*" }], [{ match: "*", may: ["everything"] }], null])
      expect(parseGrants({ ...noGrants, containers }).containers).toEqual([]);
  });

  it("opens no folder where the lists of one source cannot be read, also on hosts", () => {
    for (const broken of [
      "[]",
      7,
      [],
      { ...role, not_access_dirs: "/srv/private" },
      { ...role, only_read_dirs: [null] },
    ]) {
      const scopes = scopesOf(false, [{ ...noGrants, access_dirs: ["/srv", "sftp:nas/srv"] }, parseGrants(broken)]);
      expect(scopes?.at(-1)).toEqual({ accessDirs: [], readOnlyDirs: [], denyDirs: ["/"] });
    }
    for (const fine of [null, undefined, {}, { auth_list: [] }]) expect(parseGrants(fine).not_access_dirs).toEqual([]);
  });

  it("lets each source with a list limit, and none at all mean nothing", () => {
    expect(scopesOf(true, [role])).toBeNull();
    expect(scopesOf(false, [role, nothing])).toEqual([
      { accessDirs: ["/srv"], readOnlyDirs: [], denyDirs: ["/srv/private"] },
    ]);
    expect(scopesOf(false, [nothing])).toEqual([{ accessDirs: [], readOnlyDirs: [], denyDirs: [] }]);
  });

  it("limits what may be run by the role, and not for root; what cannot be read lets nothing run", () => {
    expect(commandsOf(false, role)).toEqual([{ program: "ls", args: "*" }]);
    expect(commandsOf(true, role)).toBeNull();
    expect(commandsOf(false, null)).toBeNull();
    expect(parseGrants({ auth_list: ["terminal"] }).commands).toBeNull();
    for (const commands of ["ls", [{ program: "ls" }], [null], {}])
      expect(parseGrants({ ...role, commands })).toEqual({ ...role, commands: [] });
  });
});
