import type { VirtualPath } from "@/lib/shared/paths";
import { lockedHref } from "./assert-may-change";
import type { Lock } from "./locks";
import { escapeXml } from "./xml";

/** Of those that an entry is under, so many are told: the reader's own first, then the nearest. */
const mostTold = 10;

export type LockTexts = { format: (locks: readonly Lock[], seen: { place: string; path: VirtualPath }) => string };

/** activelock elements (RFC 4918 §14.1) of one answer, in which a lock of a folder is described anew for nothing that is in it. */
export function createLockTexts(userId: string): LockTexts {
  const texts = new Map<string, string>();
  return {
    format(locks, seen) {
      const told = locks.length <= mostTold ? locks : locks.toSorted(byOwner).slice(0, mostTold);
      return told.map((lock) => textOf(lock, lockedHref(lock, seen))).join("");
    },
  };

  function byOwner(one: Lock, other: Lock): number {
    return Number(other.userId === userId) - Number(one.userId === userId);
  }

  function textOf(lock: Lock, href: string): string {
    // Of the entry's own locks there are as many as entries: only those that more entries are under are worth keeping.
    if (!lock.isDeep) return formatLock(lock, href);
    const key = `${lock.token} ${href}`;
    const known = texts.get(key) ?? formatLock(lock, href);
    if (texts.size < mostTold * mostTold) texts.set(key, known);
    return known;
  }
}

function formatLock(lock: Lock, href: string): string {
  const seconds = Math.max(0, Math.round((lock.expiresAtMs - Date.now()) / 1000));
  return [
    `<D:activelock><D:locktype><D:write/></D:locktype><D:lockscope><D:${lock.isShared ? "shared" : "exclusive"}/></D:lockscope>`,
    `<D:depth>${lock.isDeep ? "infinity" : "0"}</D:depth>${lock.owner}<D:timeout>Second-${seconds}</D:timeout>`,
    `<D:locktoken><D:href>${lock.token}</D:href></D:locktoken>`,
    `<D:lockroot><D:href>${escapeXml(href)}</D:href></D:lockroot></D:activelock>`,
  ].join("");
}
