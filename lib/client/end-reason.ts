import { isEndReason, type EndReason } from "@/lib/shared/end-reasons";

const key = "filedeck.ended";

/** Why the server ended this tab's session, for the sign-in page; until somebody signs in. */
export function rememberEndReason(reason: EndReason): void {
  sessionStorage.setItem(key, reason);
}

export function readEndReason(): EndReason | null {
  const reason = sessionStorage.getItem(key);
  return isEndReason(reason) ? reason : null;
}

export function forgetEndReason(): void {
  sessionStorage.removeItem(key);
}
