/** Busy and locked, https://www.sqlite.org/rescode.html; the higher bits say why. */
const busyCodes = new Set([5, 6]);

/** Whether an error says that somebody else keeps the database from being written, in the words of the driver or of Prisma. */
export function isBusy(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  if ("rawCode" in error && typeof error.rawCode === "number") return busyCodes.has(error.rawCode & 0xff);
  if ("originalCode" in error && typeof error.originalCode === "string")
    return busyCodes.has(Number(error.originalCode) & 0xff);
  if ("cause" in error && isBusy(error.cause)) return true;
  if (!("meta" in error) || typeof error.meta !== "object" || error.meta === null) return false;
  return "driverAdapterError" in error.meta && isBusy(error.meta.driverAdapterError);
}
