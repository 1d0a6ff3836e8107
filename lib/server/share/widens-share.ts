import type { ShareLimits } from "@/lib/contracts/share";
import type { ShareMode } from "@/lib/shared/share-modes";

type Bounds = {
  mode: ShareMode;
  link: string;
  limits: ShareLimits;
  passwordHash?: string | null;
  expiresAt: Date | null;
  maxDownloads: number | null;
};

/**
 * Whether visitors could do more with the share as it is to be, or others could than now: whoever sets a password, or an address, knows it. `after` without a
 * `passwordHash` leaves that as it is.
 */
export function widensShare(before: Bounds, after: Bounds): boolean {
  if (after.mode !== before.mode || after.link !== before.link) return true;
  if (after.passwordHash !== undefined && typeof before.passwordHash === "string") return true;
  return (
    isMore(after.expiresAt?.getTime() ?? null, before.expiresAt?.getTime() ?? null) ||
    isMore(after.maxDownloads, before.maxDownloads) ||
    takesMore(after.limits, before.limits)
  );
}

/** Null is no bound. */
function isMore(after: number | null, before: number | null): boolean {
  return before !== null && (after === null || after > before);
}

/** No endings at all are all of them. */
function takesMore(after: ShareLimits, before: ShareLimits): boolean {
  const isOther = (ending: string) => !before.extensions.includes(ending);
  const takesOthers = before.extensions.length > 0 && (after.extensions.length === 0 || after.extensions.some(isOther));
  return takesOthers || isMore(after.max_files, before.max_files) || isMore(after.max_bytes, before.max_bytes);
}
