/** Counts what each holder has at this moment, and refuses nobody itself: {@link createTurns} is for what can wait. */
export function createCounts({ perNetwork, inAll = Infinity }: { perNetwork: number; inAll?: number }) {
  const counts = new Map<string, number>();
  let total = 0;
  return {
    hasRoom: (network: string): boolean => (counts.get(network) ?? 0) < perNetwork && total < inAll,
    /** Call the result once, when it has gone. */
    enter(network: string): () => void {
      counts.set(network, (counts.get(network) ?? 0) + 1);
      total++;
      return () => {
        const left = (counts.get(network) ?? 0) - 1;
        if (left > 0) counts.set(network, left);
        else counts.delete(network);
        total--;
      };
    },
  };
}
