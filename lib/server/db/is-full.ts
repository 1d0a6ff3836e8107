/** https://www.sqlite.org/rescode.html: the volume of the database is full; so is it when its shared memory finds no room. */
const codes = new Set([13, 4874]);
const names = new Set(["SQLITE_FULL", "SQLITE_IOERR_SHMSIZE", "ENOSPC", "EDQUOT"]);

/** Whether an error says that the volume of the server's own data is full, in the words of the driver, of Prisma or of Node. */
export function isFull(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  if ("extendedCode" in error && typeof error.extendedCode === "number") return codes.has(error.extendedCode);
  if ("code" in error && typeof error.code === "string" && names.has(error.code)) return true;
  if ("cause" in error && isFull(error.cause)) return true;
  if (!("meta" in error) || typeof error.meta !== "object" || error.meta === null) return false;
  return "driverAdapterError" in error.meta && isFull(error.meta.driverAdapterError);
}
