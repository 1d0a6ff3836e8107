type Readable = { expiresAtMs: number };
type Limits = {
  /** How long an answer is good for. */
  staleMs: number;
  most: number;
};

/**
 * Answers of the database that are kept for a while. Who asks for what is being read already waits for the same answer: a user's browser comes back with
 * hundreds of requests at once. What is forgotten is read anew for whoever asks afterward, also when a reading is under way: it may have begun before the change.
 */
export function createHeldReads<T extends Readable>({ staleMs, most }: Limits) {
  const held = new Map<string, { answer: T; readAtMs: number }>();
  const underWay = new Map<string, { reading: Promise<T | null>; answer: Promise<T | null> }>();

  async function settle(key: string, reading: Promise<T | null>, readAtMs: number): Promise<T | null> {
    try {
      const answer = await reading;
      const isCurrent = underWay.get(key)?.reading === reading;
      if (isCurrent) held.delete(key);
      // A reading may take seconds, and who joined it asked later than it began.
      if (answer === null || answer.expiresAtMs <= Date.now()) return null;
      if (held.size >= most) held.clear();
      if (isCurrent) held.set(key, { answer, readAtMs });
      return answer;
    } finally {
      if (underWay.get(key)?.reading === reading) underWay.delete(key);
    }
  }

  return {
    /** Null for what is not there, or is over. */
    async find(key: string, read: () => Promise<T | null>): Promise<T | null> {
      const now = Date.now();
      const known = held.get(key);
      if (known !== undefined && known.readAtMs + staleMs > now)
        return known.answer.expiresAtMs > now ? known.answer : null;
      const others = underWay.get(key);
      if (others !== undefined) return others.answer;
      const reading = read();
      const answer = settle(key, reading, now);
      underWay.set(key, { reading, answer });
      return answer;
    },

    forget(key: string): void {
      held.delete(key);
      underWay.delete(key);
    },

    forgetAll(): void {
      held.clear();
      underWay.clear();
    },
  };
}
