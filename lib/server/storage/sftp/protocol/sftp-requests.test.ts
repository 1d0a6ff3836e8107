import { EventEmitter } from "node:events";
import type { ClientChannel } from "ssh2";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { outcomeOf } from "@/lib/server/storage/conformance/support";
import { encodePacket } from "./packet";
import { SftpRequests } from "./sftp-requests";

const silenceMs = 1_000;
const [lstat, handle] = [7, 102];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open() {
  const channel = Object.assign(new EventEmitter(), {
    stderr: { resume: () => {} },
    write: () => true,
    close: () => {},
  });
  const requests = new SftpRequests(channel as unknown as ClientChannel, silenceMs); // all that is used of it
  const asked = requests.send(lstat, [], (reader) => reader.bytes().length);
  return { requests, outcome: outcomeOf(asked), asked, hear: (bytes: Buffer) => channel.emit("data", bytes) };
}

test("answers that nobody asked for are silence", async () => {
  const { requests, outcome, hear } = open();
  for (let passedMs = 0; passedMs < 3 * silenceMs && !requests.isEnded; passedMs += 200) {
    hear(encodePacket(handle, [4_711, Buffer.from("x")]));
    await vi.advanceTimersByTimeAsync(200);
  }
  expect(requests.isEnded).toBe(true);
  expect(await outcome).toBe("storage/away");
});

test("an answer that comes slowly is waited for", async () => {
  const { asked, hear } = open();
  const packet = encodePacket(handle, [1, Buffer.alloc(30)]);
  for (const byte of packet) {
    hear(Buffer.from([byte]));
    // Of the first nine nothing can be told yet.
    await vi.advanceTimersByTimeAsync(silenceMs / 10);
  }
  expect(await asked).toBe(30);
});

test("none is waited for without end, whatever else is answered, or how slowly it comes", async () => {
  const { requests, outcome, hear } = open();
  hear(encodePacket(handle, [1, Buffer.alloc(10_000)]).subarray(0, 20));
  for (let passedMs = 0; passedMs < 40 * 60_000 && !requests.isEnded; passedMs += silenceMs / 2) {
    hear(Buffer.alloc(1));
    await vi.advanceTimersByTimeAsync(silenceMs / 2);
  }
  expect(await outcome).toBe("storage/away");
});
