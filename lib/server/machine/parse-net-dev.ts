type Way = { bytes: number; packets: number; errors: number; dropped: number };
export type NetworkCounters = { name: string; received: Way; sent: Way };

/** /proc/net/dev: all interfaces of this network namespace. */
export function parseNetDev(text: string): NetworkCounters[] {
  return text.split("\n").flatMap((line) => {
    // A name may hold a colon (an alias); the figures may touch the last one.
    const colon = line.lastIndexOf(":");
    if (colon < 0) return [];
    const columns = line
      .slice(colon + 1)
      .trim()
      .split(/\s+/);
    const way = (first: number): Way => ({
      bytes: Number(columns[first] ?? 0),
      packets: Number(columns[first + 1] ?? 0),
      errors: Number(columns[first + 2] ?? 0),
      dropped: Number(columns[first + 3] ?? 0),
    });
    return [{ name: line.slice(0, colon).trim(), received: way(0), sent: way(8) }];
  });
}
