import { nameOf, type VirtualPath } from "@/lib/shared/paths";
import { userIdOf, type Ctx } from "@/lib/server/runtime/ctx";
import type { Storage } from "@/lib/server/storage/storage";

/** What was made longer ago has had a life of its own. */
const newMs = 5 * 60_000;
const mostKnown = 10_000;

/** Of new files of WebDAV clients, by user and path: which content, and since when. In memory: after a restart one is taken for older than it is. */
const made = new Map<string, { etag: string; atMs: number }>();

type Who = Pick<Ctx, "actor">;
const keyOf = (path: VirtualPath, { actor }: Who) => `${userIdOf(actor)} ${path}`;

/** Notes a file that was just written. `isNew`: nothing had the name; what fills a new one is still new. */
export function noteMade({ path, etag, isNew }: { path: VirtualPath; etag: string; isNew: boolean }, who: Who): void {
  const key = keyOf(path, who);
  const known = made.get(key);
  if (!isNew && known === undefined) return;
  if (made.size >= mostKnown) made.clear();
  made.set(key, { etag, atMs: isNew ? Date.now() : (known?.atMs ?? 0) });
}

/** Does what changes the file's times alone, and its ETag with them: Windows says them of every file that it has just written. */
export async function keepMade(
  path: VirtualPath,
  { actor, storage }: Who & { storage: Pick<Storage, "stat"> },
  setTimes: () => Promise<unknown>,
): Promise<void> {
  const key = keyOf(path, { actor });
  const known = made.get(key);
  const isSame = known !== undefined && (await storage.stat(path)).etag === known.etag;
  await setTimes();
  if (isSame && made.get(key) === known) made.set(key, { ...known, etag: (await storage.stat(path)).etag });
}

/** What programs call a file that is to take the place of another: hidden, with an ending for it, or after the other one. */
const temporary = /^[.~#]|[~#]$|\.(?:tmp|temp|part|partial|new)$/i;

/**
 * Whether a file that moves is one that an editor saves by: made by this user's client moments ago, called so, and not written to by anybody else. It is forgotten
 * with that. Anything else was a file of its own.
 */
export async function takeSaving(
  { from, to }: { from: VirtualPath; to: VirtualPath },
  who: Who & { storage: Pick<Storage, "stat"> },
): Promise<boolean> {
  const key = keyOf(from, who);
  const known = made.get(key);
  made.delete(key);
  if (known === undefined || Date.now() - known.atMs > newMs) return false;
  const name = nameOf(from);
  if (!temporary.test(name) && !name.includes(nameOf(to))) return false;
  return (await who.storage.stat(from)).etag === known.etag;
}
