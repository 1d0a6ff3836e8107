export type Counts = ReturnType<typeof createCounts>;

/** Counts what each holder has at this moment, and refuses nobody itself: {@link createTurns} is for what can wait. */
export function createCounts({ perNetwork, inAll = Infinity }: { perNetwork: number; inAll?: number }) {
  const counts = new Map<string, number>();
  let total = 0;
  return {
    hasRoom: (network: string, weight = 1): boolean =>
      (counts.get(network) ?? 0) + weight <= perNetwork && total + weight <= inAll,
    /** Call the result once, when it has gone. */
    enter(network: string, weight = 1): () => void {
      counts.set(network, (counts.get(network) ?? 0) + weight);
      total += weight;
      return () => {
        const left = (counts.get(network) ?? 0) - weight;
        if (left > 0) counts.set(network, left);
        else counts.delete(network);
        total -= weight;
      };
    },
  };
}
