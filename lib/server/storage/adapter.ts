import type { Scope } from "./scope";
import type { Pin } from "./pins";
import type { Root, Storage } from "./storage";

/** Who uses what is reached by connections and rights of a user: a token may less than its user. */
export type Asker = { userId: string; tokenId: string | null };

/** What an actor sees, and what limits it there. All in place ids. */
export type StorageInput = {
  roots: readonly Root[];
  /** All of them must allow; null for an actor without limits. */
  scopes: readonly Scope[] | null;
  /** `/a/b`, `/a/b/*`, `/a/b/**`. */
  protectedPaths: readonly string[];
  /** Whose connections to other servers are used, and by which token's rights; null for what the server does by itself. */
  asker: Asker | null;
  /** See {@link Storage.pinned}. */
  pins?: readonly Pin[];
};

/** What is asked of places when nobody's rights count. `asker`: whose account is used on other machines; null: that of whoever has saved them. */
export type Places = {
  /** The place as it really is, links followed; where its end does not exist, that of the existing beginning and the rest as it is. */
  real(place: string, asker: Asker | null): Promise<string>;
  /** Whether there is anything at a place that a person typed. */
  isThere(place: string, asker: Asker | null): Promise<boolean>;
  /** Removes the part of an upload whose time is over, wherever its owner's rights are gone to. Whether it is gone. */
  sweepPart(place: string): Promise<boolean>;
};

/** One kind of storage: disks of this machine, a server elsewhere, memory. */
export type StorageAdapter = {
  /** The word that its place ids begin with, see {@link kindOfPlace}. */
  readonly kind: string;
  readonly places: Places;
  /** The storage of one actor. Cheap: made per request, touches nothing before the first call. */
  create(input: StorageInput): Storage;
};

/** Places of this machine's disks are absolute paths, others `<kind>:<volume>/<name>/…`. */
export function kindOfPlace(place: string): string {
  return place.startsWith("/") ? "local" : place.slice(0, Math.max(0, place.indexOf(":")));
}
