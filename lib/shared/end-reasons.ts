/** Why a session ended without its user's doing; the words are in messages/<locale>/auth.json under `ended`. */
export const endReasons = [
  "changed",
  "password",
  "factor",
  "disabled",
  "deleted",
  "revoked",
  "administrator",
  "crowded",
  "idle",
  "expired",
  "proxy",
] as const;
export type EndReason = (typeof endReasons)[number];

export function isEndReason(value: unknown): value is EndReason {
  return endReasons.some((reason) => reason === value);
}
