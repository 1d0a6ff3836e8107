import { expect, test } from "vitest";
import { noteEnded } from "./end-sessions";
import { createTicketLists, ticketLists } from "./ticket-lists";

const mib = 1024 * 1024;
const long = "x".repeat(4_000);
const list = (sessionId: string, count: number) => ({
  sessionId,
  paths: Array.from({ length: count }, (_, index) => `files/${index}/${long}`),
  expiresAtMs: Date.now() + 60_000,
});

test("lists of one session are bounded, and push out no other's", () => {
  const lists = createTicketLists({ perSessionBytes: 2 * mib, inAllBytes: 4 * mib });
  lists.keep("other", list("s2", 10));
  for (let index = 0; index < 20; index++) lists.keep(`${index}`, list("s1", 100));
  expect(lists.heldBytes()).toBeLessThanOrEqual(2.2 * mib);
  expect([lists.find("other"), lists.find("19")?.paths.length, lists.find("0")]).toEqual([
    expect.objectContaining({ sessionId: "s2" }),
    100,
    undefined,
  ]);
});

test("lists of many sessions are bounded together: whoever keeps the most gives", () => {
  const lists = createTicketLists({ perSessionBytes: 2 * mib, inAllBytes: 4 * mib });
  lists.keep("small", list("small", 30));
  for (let session = 0; session < 10; session++)
    for (let index = 0; index < 2; index++) lists.keep(`${session} ${index}`, list(`s${session}`, 100));
  expect(lists.heldBytes()).toBeLessThanOrEqual(4 * mib);
  expect(lists.find("small")?.paths).toHaveLength(30);
  expect(lists.find("9 1")?.paths).toHaveLength(100);
});

test("what has expired is not held, nor what belongs to a session that has ended", () => {
  const lists = createTicketLists({ perSessionBytes: 2 * mib, inAllBytes: 4 * mib });
  lists.keep("old", { ...list("s1", 100), expiresAtMs: Date.now() - 1 });
  lists.keep("new", list("s2", 1));
  expect(lists.find("old")).toBeUndefined();
  const before = ticketLists.heldBytes();
  ticketLists.keep("kept", list("ending", 30));
  noteEnded(["ending"], null);
  expect([ticketLists.find("kept"), ticketLists.heldBytes()]).toEqual([undefined, before]);
});
