import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { inShares } from "./in-shares";

function ask(count: number, networkOf: (req: IncomingMessage) => string = () => "one") {
  const begun: string[] = [];
  const answer = inShares(({ url = "" }) => void begun.push(url), networkOf);
  const sockets = Array.from({ length: count }, () => new Socket());
  for (const [index, socket] of sockets.entries()) {
    const req = new IncomingMessage(socket);
    req.url = `/${index}`;
    answer(req, new ServerResponse(req));
  }
  return { begun, sockets };
}

test("of many that come at once four are begun in each turn of the loop, in their order", async () => {
  const { begun } = ask(10);
  expect(begun).toEqual(["/0", "/1", "/2", "/3"]);
  await nextTurn();
  expect(begun).toHaveLength(8);
  await nextTurn();
  expect(begun).toEqual(Array.from({ length: 10 }, (_, index) => `/${index}`));
});

test("what has gone before its turn is not begun", async () => {
  const { begun, sockets } = ask(6);
  sockets[4]?.destroy();
  await nextTurn();
  expect(begun).toEqual(["/0", "/1", "/2", "/3", "/5"]);
});

test("networks take turns: whoever comes behind many of another one waits for one of them", async () => {
  const { begun } = ask(1_000, ({ url }) => (url === "/998" || url === "/999" ? `of ${url}` : "many"));
  await nextTurn();
  expect(begun).toEqual(["/0", "/1", "/2", "/3", "/4", "/998", "/999", "/5"]);
});
