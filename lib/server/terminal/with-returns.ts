/** What ends its lines as files do, as a terminal wants it. */
export function withReturns(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString("latin1").replace(/(?<!\r)\n/g, "\r\n"), "latin1");
}
