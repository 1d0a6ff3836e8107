/** What is taken of a volume, as df counts. `free`: with what is kept for root, `f_bfree` of statvfs(3). Any unit. */
export const usedOf = ({ total, free }: { total: number; free: number }): number => Math.max(0, total - free);

/**
 * How full a volume is, from 0 to 1 in whole percent, rounded up as df does: what is kept for root is neither used nor available
 * (`f_bavail`). Null where there is no size to be a share of.
 */
export function usedShare({ used, available }: { used: number; available: number }): number | null {
  const whole = used + available;
  return whole === 0 ? null : Math.ceil((used * 100) / whole) / 100;
}
