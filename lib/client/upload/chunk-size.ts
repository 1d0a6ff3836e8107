const mb = 1024 * 1024;
const firstBytes = 4 * mb;
const leastBytes = mb / 4;
const quickMs = 1_500;
const slowMs = 8_000;

/** How many bytes go in one request: few at first, more while they go quickly, fewer when they take long or are lost. */
export function createChunkSize(maxBytes: number) {
  let bytes = Math.min(firstBytes, maxBytes);
  return {
    get bytes() {
      return bytes;
    },
    /** A whole chunk of this size went in this time. */
    sent(sentBytes: number, tookMs: number): void {
      if (sentBytes < bytes) return;
      if (tookMs < quickMs) bytes = Math.min(maxBytes, bytes * 2);
      else if (tookMs > slowMs) bytes = Math.max(leastBytes, Math.floor(bytes / 2));
    },
    lost(): void {
      bytes = Math.max(leastBytes, Math.floor(bytes / 2));
    },
  };
}
