import { expect, onTestFinished, test, vi } from "vitest";
import { createHeldReads } from "./held-reads";

test("what is over once it has been read is nobody's, whoever asked for it before", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const reads = createHeldReads<{ expiresAtMs: number }>({ staleMs: 60_000, most: 10 });
  const answer = { expiresAtMs: Date.now() + 1_000 };
  let letGo = () => {};
  const reading = new Promise<typeof answer>((resolve) => (letGo = () => resolve(answer)));
  const asked = [reads.find("session", () => reading), reads.find("session", () => reading)];
  vi.setSystemTime(answer.expiresAtMs);
  asked.push(reads.find("session", () => reading));
  letGo();
  expect(await Promise.all(asked)).toEqual([null, null, null]);
});
