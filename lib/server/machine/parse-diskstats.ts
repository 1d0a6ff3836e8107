export type DiskCounters = {
  name: string;
  reads: number;
  readBytes: number;
  readSeconds: number;
  writes: number;
  writtenBytes: number;
  writeSeconds: number;
  /** With at least one request under way. */
  busySeconds: number;
  /** The same, counted once for each request. */
  weightedSeconds: number;
};

/** Whatever the disk's own blocks are (Documentation/admin-guide/iostats.rst). */
const sectorBytes = 512;

/** /proc/diskstats: of disks and of their partitions, in its order. */
export function parseDiskstats(text: string): DiskCounters[] {
  return text.split("\n").flatMap((line) => {
    const columns = line.trim().split(/\s+/);
    const name = columns[2];
    if (name === undefined) return [];
    const at = (index: number) => Number(columns[index] ?? 0);
    return [
      {
        name,
        reads: at(3),
        readBytes: at(5) * sectorBytes,
        readSeconds: at(6) / 1000,
        writes: at(7),
        writtenBytes: at(9) * sectorBytes,
        writeSeconds: at(10) / 1000,
        busySeconds: at(12) / 1000,
        weightedSeconds: at(13) / 1000,
      },
    ];
  });
}
