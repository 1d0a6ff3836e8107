import type { Delivery } from "./sent";

export type Target = Pick<Delivery, "way" | "targetId">;

/**
 * Of all users together, of one by one way, and of one to one receiver. What the server itself tells has as much to each receiver, and is not counted with
 * what users are told: nothing of theirs takes its place.
 */
export const mostDeliveries = { inAll: 1_000, perOwner: 200, perTarget: 50 };

/** Whose message it is; null: the server's own. */
export const ownerOf = ({ outgoing }: Pick<Delivery, "outgoing">) => outgoing.username;
const isSameTarget = (one: Target, other: Target) => one.way === other.way && one.targetId === other.targetId;

/**
 * What waits to go out. Whoever has too much loses their oldest, and where there is too much in all, whoever has most does: a newcomer always finds
 * room.
 */
export function createWaiting() {
  const all = new Map<string, Delivery>();
  const sending = new Set<string>();

  const ofTarget = (target: Target) => [...all.values()].filter((one) => isSameTarget(one, target));
  const ofOwner = (owner: string | null) => [...all.values()].filter((one) => ownerOf(one) === owner);

  /** What is being sent stays. */
  function dropOldest(of: readonly Delivery[]): Delivery[] {
    const oldest = of.find(({ id }) => !sending.has(id));
    if (oldest !== undefined) all.delete(oldest.id);
    return oldest === undefined ? [] : [oldest];
  }

  function largestOwner(): string {
    const counts = new Map<string, number>();
    for (const owner of [...all.values()].map(ownerOf))
      if (owner !== null) counts.set(owner, (counts.get(owner) ?? 0) + 1);
    const [[largest] = [""]] = [...counts].toSorted(([, one], [, other]) => other - one);
    return largest;
  }

  return {
    sending,
    has: (id: string) => all.has(id),
    values: () => all.values(),
    ofTarget,
    remove: (id: string) => all.delete(id),
    /** Gives what had to go for it. */
    add(one: Delivery): Delivery[] {
      all.set(one.id, one);
      const own = ofOwner(ownerOf(one));
      const toTarget = own.filter((other) => isSameTarget(other, one));
      if (toTarget.length > mostDeliveries.perTarget) return dropOldest(toTarget);
      if (ownerOf(one) === null) return [];
      const byWay = own.filter(({ way }) => way === one.way);
      if (byWay.length > mostDeliveries.perOwner) return dropOldest(byWay);
      const ofUsers = all.size - ofOwner(null).length;
      return ofUsers > mostDeliveries.inAll ? dropOldest(ofOwner(largestOwner())) : [];
    },
  };
}
