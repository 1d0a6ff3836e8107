import { MessageChannel } from "node:worker_threads";

/** Less is not worth it: the next collection takes it. */
const worthBytes = 4 * 1024 * 1024;

/**
 * Gives the memory of a long body back at once; who still has the buffer finds it empty. Otherwise it stays until a collection, which nothing hastens: the one that comes after
 * it would be held beside it. Moved to a port that is closed, there is nobody left who has it.
 */
export function freeBody(body: Buffer): void {
  const { buffer } = body;
  if (body.byteLength < worthBytes || !(buffer instanceof ArrayBuffer) || buffer.byteLength !== body.byteLength) return;
  const { port1, port2 } = new MessageChannel();
  port2.close();
  port1.postMessage(null, [buffer]);
  port1.close();
}
