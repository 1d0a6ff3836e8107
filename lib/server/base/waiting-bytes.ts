/** Of all connections of visitors: what has been read, and waits for its turn. */
const most = 64 * 1024 * 1024;

/** What a buffer costs besides its bytes. */
const bufferCost = 512;

type Holder = {
  /** Whether its bytes cost much for what they are. */
  readonly isCostly: boolean;
  destroy: () => void;
};

const held = new Map<Holder, number>();
let inAll = 0;

/** What waits of one now; none: nothing. Where there is too much of all together the oldest of those that cost much is ended, or the oldest. */
export function noteWaiting(holder: Holder, buffers: readonly Buffer[]): void {
  const cost = buffers.reduce((sum, { length }) => sum + length + bufferCost, 0);
  inAll += cost - (held.get(holder) ?? 0);
  if (cost === 0) held.delete(holder);
  else held.set(holder, cost);
  while (inAll > most) {
    const oldest = [...held.keys()];
    const dropped = oldest.find(({ isCostly }) => isCostly) ?? oldest[0];
    if (dropped === undefined) return;
    inAll -= held.get(dropped) ?? 0;
    held.delete(dropped);
    dropped.destroy();
  }
}
