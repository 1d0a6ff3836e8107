/** How both ends of a channel count what is on its way: the same code, so that they cannot disagree. */

/** What one message of the socket carries: a value as JSON, or bytes. */
export type Frame = string | Uint8Array;

/** Bytes on their way up are sent in pieces of this, for the server takes no long messages; those on their way down in pieces of the other. */
export const frameBytes = { up: 16 * 1024, down: 64 * 1024 } as const;

/** The longest value, in characters of its JSON, that may be sent up: three bytes each at worst. */
export const maxUpText = 8 * 1024;

/** Many small frames are not cheaper than a few long ones. */
const ownBytes = 64;

/** What a frame counts: its bytes (of a text the characters), and some for itself. */
export function costOf(frame: Frame): number {
  return frame.length + ownBytes;
}

/** Bytes in the pieces in which they are sent. */
export function* piecesOf(bytes: Uint8Array, pieceBytes: number): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += pieceBytes) yield bytes.subarray(start, start + pieceBytes);
}

type Waiting = { frame: Frame; resolve: () => void; reject: (reason: unknown) => void };

/**
 * The sending end: a frame goes out while less than the window is unacknowledged; the others wait, in their order. There is no window
 * until it is widened.
 */
export function createOutflow({ put }: { put: (frame: Frame) => void }) {
  let windowBytes = 0;
  let unacknowledged = 0;
  let over: { reason: unknown } | null = null;
  const waiting: Waiting[] = [];

  function go(): void {
    while (unacknowledged < windowBytes) {
      const next = waiting.shift();
      if (next === undefined) return;
      unacknowledged += costOf(next.frame);
      put(next.frame);
      next.resolve();
    }
  }

  return {
    /** Resolves when the frame is on its way; rejects with the reason of the end. */
    send: (frame: Frame): Promise<void> =>
      new Promise((resolve, reject) => {
        if (over !== null) {
          reject(over.reason);
          return;
        }
        waiting.push({ frame, resolve, reject });
        go();
      }),
    widen(bytes: number): void {
      windowBytes = bytes;
      go();
    },
    /** False for more than was sent: the other end lies. */
    acknowledge(cost: number): boolean {
      if (!Number.isSafeInteger(cost) || cost <= 0 || cost > unacknowledged) return false;
      unacknowledged -= cost;
      go();
      return true;
    },
    end(reason: unknown): void {
      over ??= { reason };
      for (const { reject } of waiting.splice(0)) reject(reason);
    },
  };
}

/**
 * The receiving end: says now and then what was taken, and knows who sends more than the window. Less than a quarter of it may stay
 * unsaid for good; the other end still has room then.
 */
export function createInflow({
  windowBytes,
  acknowledge,
}: {
  windowBytes: number;
  acknowledge: (cost: number) => void;
}) {
  let unacknowledged = 0;
  let taken = 0;
  return {
    /** False for one that nobody keeping to the window would have sent. */
    arrived(frame: Frame): boolean {
      const isWithin = unacknowledged < windowBytes;
      unacknowledged += costOf(frame);
      return isWithin;
    },
    took(frame: Frame): void {
      taken += costOf(frame);
      if (taken * 4 < windowBytes) return;
      unacknowledged -= taken;
      acknowledge(taken);
      taken = 0;
    },
  };
}
