import { Worker } from "node:worker_threads";
import { expect, onTestFinished, test, vi } from "vitest";
import { createProcessThreads, processPatience } from "./process-threads";
import type { ProcessQuestion } from "./process-worker";

/** Threads that answer with the question itself: each visit of a slow process takes as long as told. */
function threads(patience: Partial<typeof processPatience>, { slow = [] as number[], tookMs = 0, answerMs = 0 } = {}) {
  const code = `
    const { parentPort } = require("node:worker_threads");
    parentPort.on("message", (question) => {
      let { patienceMs } = question;
      for (const pid of ${JSON.stringify(slow)}) {
        if (question.held.has(pid) || patienceMs <= 0) continue;
        patienceMs -= ${tookMs};
        parentPort.postMessage({ slow: { pid, tookMs: ${tookMs} } });
      }
      setTimeout(() => parentPort.postMessage({ output: question }), ${answerMs});
    });`;
  const started: Worker[] = [];
  onTestFinished(() => Promise.all(started.map((worker) => worker.terminate())).then(() => undefined));
  const { ask, isHeld } = createProcessThreads({ ...processPatience, ...patience }, () => {
    const worker = new Worker(code, { eval: true });
    started.push(worker);
    return worker;
  });
  const list = async (reader: string, signal?: AbortSignal) =>
    (await ask("processes", { reader }, signal)) as unknown as ProcessQuestion; // the stub's answer
  return { ask, isHeld, list };
}

test("those that keep one question for too long together are not asked again", async () => {
  const [first, second] = [process.pid, process.ppid];
  const { list, isHeld } = threads({ questionMs: 150 }, { slow: [first, second], tookMs: 100 });
  expect((await list("a")).held).toEqual(new Set());
  await vi.waitFor(() => expect([first, second].map(isHeld)).toEqual([true, true]));
  expect((await list("a")).held).toEqual(new Set([first, second]));
  // Who keeps it for less is asked on.
  const patient = threads({ questionMs: 250 }, { slow: [first, second], tookMs: 100 });
  await patient.list("a");
  expect((await patient.list("a")).held).toEqual(new Set());
});

test("the same question is asked once, and what nobody waits for any more not at all", async () => {
  const { list } = threads({}, { answerMs: 200 });
  const left = new AbortController();
  const asked = [list("a"), list("b"), list("c", left.signal), list("b")];
  left.abort(new Error("left"));
  await expect(asked[2]).rejects.toThrow("left");
  const [a, b, , again] = await Promise.allSettled(asked);
  expect([a, b, again].map((one) => one?.status)).toEqual(["fulfilled", "fulfilled", "fulfilled"]);
  // One answer for both.
  expect(await asked[3]).toBe(await asked[1]);
});

test("no more wait than there is room for, nor for longer than there is patience", async () => {
  const { list } = threads({ mostWaiting: 2, waitingMs: 100 }, { answerMs: 400 });
  const [first, second, third] = [list("a"), list("b"), list("c")];
  await expect(list("d")).rejects.toMatchObject({ key: "request/overloaded" });
  await Promise.all([
    first,
    expect(second).rejects.toMatchObject({ key: "request/overloaded" }),
    expect(third).rejects.toMatchObject({ key: "request/overloaded" }),
  ]);
});

test("what a signal waits for waits for no list", async () => {
  const { ask, list } = threads({}, { answerMs: 400 });
  const order: string[] = [];
  const lists = ["a", "b"].map(async (reader) => order.push((await list(reader)).kind));
  const stat = ask("stat", { pid: 1 }).then(() => order.push("stat"));
  await Promise.all([...lists, stat]);
  expect(order.at(-1)).toBe("processes");
  expect(order).toContain("stat");
});
