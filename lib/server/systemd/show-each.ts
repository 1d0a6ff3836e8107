import { isAppError } from "@/lib/shared/errors";

/** More that cannot be told than this, and something else is wrong. */
const mostBroken = 20;

/**
 * What `systemctl show` says of units, without those of which it cannot: it ends at the first of which a property is no text, and says nothing of those behind it. Halves
 * are asked until the broken ones are alone.
 */
export async function showEach(
  names: readonly string[],
  show: (names: readonly string[]) => Promise<string>,
): Promise<string> {
  let broken = 0;
  async function ask(some: readonly string[]): Promise<string> {
    try {
      return await show(some);
    } catch (error) {
      if (!isAppError(error) || (error.key !== "systemd/failed" && error.key !== "systemd/no-manager")) throw error;
      if (some.length <= 1 && ++broken > mostBroken) throw error;
      if (some.length <= 1) return "";
      const half = Math.ceil(some.length / 2);
      return `${await ask(some.slice(0, half))}\n\n${await ask(some.slice(half))}`;
    }
  }
  return names.length === 0 ? "" : ask(names);
}
