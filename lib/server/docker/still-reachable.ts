import { isAppError } from "@/lib/shared/errors";
import { getApp } from "@/lib/server/runtime/app";
import type { Actor } from "@/lib/server/runtime/ctx";
import { recheckAll } from "@/lib/server/session/recheck";
import { admitContainer } from "./admit-container";
import { assertReachable } from "./assert-reachable";
import { followEvents } from "./follow-events";

/** A guest is asked about with each message that they type. */
const answerMs = 2_000;
const soonMs = 200;
const mostAnswers = 1_000;

const answers = new Map<string, { atMs: number; answer: Promise<boolean> }>();
const watch = { open: 0, stop: () => {}, timer: null as NodeJS.Timeout | null };

/**
 * Whether somebody with the rights of now may still have a shell in the container, which may share something with another one by now that reaches further. A daemon
 * that says nothing is asked again: it throws.
 */
export async function mayStillReach(now: Actor, id: string): Promise<boolean> {
  const { userId, tokenId, isRoot, permissions, containers, scopes, ownProtected } = now;
  const key = JSON.stringify([userId, tokenId, id, isRoot, [...permissions], containers, scopes, ownProtected]);
  const known = answers.get(key);
  if (known !== undefined && known.atMs + answerMs > performance.now()) return known.answer;
  if (answers.size >= mostAnswers) answers.clear();
  const answer = isReached(now, id);
  answers.set(key, { atMs: performance.now(), answer });
  answer.catch(() => answers.delete(key));
  return answer;
}

async function isReached(now: Actor, id: string): Promise<boolean> {
  try {
    const { name, inspected } = await admitContainer(now, id, "shell");
    const storage = getApp().storageFor(now);
    await assertReachable({ actor: now, storage }, inspected, { name, hasPrograms: true });
    return true;
  } catch (error) {
    if (isAppError(error) && lost.has(error.key)) return false;
    throw error;
  }
}

const lost: ReadonlySet<string> = new Set([
  "docker/not-found",
  "docker/root-only",
  "docker/unknown-neighbors",
  "docker/others-shell",
  "auth/forbidden",
  "auth/root-only",
]);

/** Has all that goes on asked again as soon as there is a container more, or one runs, until that is over. */
export function askAgainUntil(over: Promise<unknown>): void {
  if (watch.open++ === 0) watch.stop = followEvents("container", askSoon, ["create", "start", "rename", "unpause"]);
  void over.then(() => {
    if (--watch.open === 0) watch.stop();
  });
}

/** Many at once are one. */
function askSoon(): void {
  answers.clear();
  watch.timer ??= setTimeout(() => {
    void recheckAll().finally(() => (watch.timer = null)); // never rejects
  }, soonMs).unref();
}
