import ipaddr from "ipaddr.js";
import { AppError } from "@/lib/shared/errors";
import { usernameForm } from "@/lib/shared/username";

type Failures = { count: number; blockedUntilMs: number; lastMs: number };

/**
 * What is counted: strictly the pair of account and address, and a known device; loosely account and address alone, because
 * an office shares an address (as does everybody behind a proxy that is not configured) and an anonymous caller must not lock an
 * account for its owner. Loosest is who tells addresses without having proven to be a proxy: everybody behind it shares the count, also who has invented an
 * address for each attempt. A proof of work is never blocked, it only gets harder.
 */
export type ThrottleKey = {
  kind: "pair" | "device" | "account" | "address" | "password" | "factor" | "link" | "proof" | "newcomer" | "relay";
  value: string;
};

type Limit = {
  freeTries: number;
  maxDelayMs: number;
  /** One is forgotten after each so many milliseconds, and no more than so many are remembered: what many share would gather slips without end. */
  drain?: { eachMs: number; atMost: number };
};

const strict = { freeTries: 5, maxDelayMs: 15 * 60_000 };
const loose = { freeTries: 20, maxDelayMs: 60_000 };
/** A page that stays open over a link that has ended asks more often than a person. */
const looser = { freeTries: 60, maxDelayMs: 60_000 };
/** Who has not failed yet goes past what others' failures block, one after the other. */
const apart = { freeTries: 1, maxDelayMs: 10_000 };
const never = { freeTries: Number.POSITIVE_INFINITY, maxDelayMs: 0 };
/** A hundred at once, then a hundred an hour, and a few more one by one. */
const relayed = { freeTries: 100, maxDelayMs: 10_000, drain: { eachMs: 36_000, atMost: 110 } };
const limits: Record<ThrottleKey["kind"], Limit> = {
  pair: strict,
  device: strict,
  proof: never,
  password: strict,
  factor: strict,
  account: loose,
  address: loose,
  link: looser,
  newcomer: apart,
  relay: relayed,
};
const maxKeys = 20_000;
/** After so long without another one they were somebody's slips, not attempts: an address would gather them for months. */
const forgottenMs = 60 * 60_000;

/** How long to wait after the n-th failure in a row: nothing at first, then 1 s doubling to the limit. */
export function delayAfter(failures: number, { freeTries, maxDelayMs }: Limit): number {
  return failures < freeTries ? 0 : Math.min(maxDelayMs, 1000 * 2 ** (failures - freeTries));
}

function nameOf({ kind, value }: ThrottleKey): string {
  return `${kind}:${value}`;
}

/** By the clock that nobody sets: who is kept waiting until tomorrow's time would be so when that is set back. */
const failures = new Map<string, Failures>();

/** Refuses while one of the keys is blocked. */
export function assertNotThrottled(keys: readonly ThrottleKey[], nowMs = performance.now()): void {
  const until = Math.max(...keys.map((key) => failures.get(nameOf(key))?.blockedUntilMs ?? 0));
  if (until > nowMs) throw new AppError("auth/throttled", { seconds: Math.ceil((until - nowMs) / 1000) });
}

export function countFailure(keys: readonly ThrottleKey[], nowMs = performance.now()): void {
  const map = failures;
  for (const key of keys) {
    const name = nameOf(key);
    const { drain } = limits[key.kind];
    const count = Math.min(countOf(key, nowMs) + 1, drain?.atMost ?? Number.POSITIVE_INFINITY);
    map.delete(name); // to the end: the oldest are dropped first
    map.set(name, { count, blockedUntilMs: nowMs + delayAfter(count, limits[key.kind]), lastMs: nowMs });
  }
  for (const key of map.keys()) {
    if (map.size <= maxKeys) break;
    map.delete(key);
  }
}

/** How many failures in a row are counted; where they drain, a part of one as well. */
export function countOf(key: ThrottleKey, nowMs = performance.now()): number {
  const known = failures.get(nameOf(key));
  if (known === undefined || known.lastMs + forgottenMs < nowMs) return 0;
  const { drain } = limits[key.kind];
  return drain === undefined ? known.count : Math.max(0, known.count - (nowMs - known.lastMs) / drain.eachMs);
}

/** After a success that was counted beforehand: others' failures from the same address stay counted. */
export function takeBackFailure(key: ThrottleKey): void {
  const name = nameOf(key);
  const known = failures.get(name);
  if (known === undefined) return;
  if (known.count <= 1) failures.delete(name);
  else failures.set(name, { ...known, count: known.count - 1, blockedUntilMs: 0 });
}

export function forgetFailures(keys: readonly ThrottleKey[]): void {
  for (const key of keys) failures.delete(nameOf(key));
}

/** All that was counted against one account, whatever the address. */
export function forgetAccount({ username, userId }: { username: string; userId: string }): void {
  const account = accountOf(username);
  const own = new Set([nameOf({ kind: "account", value: account }), nameOf({ kind: "password", value: userId })]);
  const ofMany = [nameOf(pairOf(account, "")), nameOf(deviceKey(account, "")), nameOf(factorKey(userId, ""))];
  for (const name of failures.keys())
    if (own.has(name) || ofMany.some((start) => name.startsWith(start))) failures.delete(name);
}

/** What an account is counted by, however its name is written. */
export function accountOf(username: string): string {
  return usernameForm(username).toLowerCase();
}

/** A user name holds no space. */
export function pairOf(account: string, address: string): ThrottleKey {
  return { kind: "pair", value: `${account} ${networkOf(address)}` };
}

/** A browser that the account's user has signed in from. */
export function deviceKey(account: string, deviceId: string): ThrottleKey {
  return { kind: "device", value: `${account} ${deviceId}` };
}

/**
 * Wrong codes of somebody who knows the password. `from`: a known device or network, which has a count of its own, or empty for all others together: a code
 * has so few digits that they must not guess side by side.
 */
export function factorKey(userId: string, from: string): ThrottleKey {
  return { kind: "factor", value: `${userId} ${from}` };
}

/** `use` keeps apart what must not keep each other out. */
export function addressKey(address: string, use = ""): ThrottleKey {
  return { kind: "address", value: use + networkOf(address) };
}

/** Everybody for whom an address is told by whom one has to believe; none where nobody has to be. */
export function relayKeys({ relay }: { relay: string | null }, use = ""): ThrottleKey[] {
  return relay === null ? [] : [{ kind: "relay", value: use + networkOf(relay) }];
}

/** Who guesses at links that anybody may open, or (`use`) at what opens them. */
export function guessKey(address: string, use = ""): ThrottleKey {
  return { kind: "link", value: use + networkOf(address) };
}

/** Who has one IPv6 address has all of its /64 (RFC 4291 §2.5.4). */
export function networkOf(address: string): string {
  // An IPv4 address as a server for both sees it is that address.
  if (/^::ffff:\d+\./i.test(address)) return address.slice("::ffff:".length);
  if (!ipaddr.IPv6.isValid(address)) return address;
  const parts = ipaddr.IPv6.parse(address).parts.slice(0, 4);
  return `${parts.map((part) => part.toString(16)).join(":")}::/64`;
}
