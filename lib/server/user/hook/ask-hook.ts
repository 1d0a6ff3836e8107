import { createHmac } from "node:crypto";
import { hookAnswer, type SignInWay, type StoredHook } from "@/lib/contracts/sign-in-hook";
import { AppError, isAppError } from "@/lib/shared/errors";
import { readAll } from "@/lib/server/outbound/read-all";
import { sendOutbound } from "@/lib/server/outbound/send-outbound";

export type HookQuestion = {
  username: string;
  address: string;
  agent: string;
  way: SignInWay;
  /** Nobody signs in: somebody tries the setting. */
  test?: true;
};

export type HookVerdict = { outcome: "allow" | "deny"; message: string } | { outcome: "unanswered"; error: AppError };

const maxAnswerBytes = 16 * 1024;
/** What is shown of its message. */
const maxMessage = 200;

/**
 * Asks the other server, once, without following redirects. The signature is HMAC-SHA-256 over `<time>.<body>` in hexadecimal, `time` in seconds as in
 * the header beside it. Whatever goes wrong is the outcome `unanswered`.
 */
export async function askHook(
  { hook, secret }: { hook: StoredHook; secret: string },
  question: HookQuestion,
  signal: AbortSignal,
): Promise<HookVerdict> {
  const nowMs = Date.now();
  const body = JSON.stringify({ ...question, time: new Date(nowMs).toISOString() });
  const timestamp = String(Math.floor(nowMs / 1000));
  const signature = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
  const totalMs = hook.timeout_seconds * 1000;
  try {
    const answer = await sendOutbound({
      url: new URL(hook.url),
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": "Filedeck",
        "x-filedeck-timestamp": timestamp,
        "x-filedeck-signature": `sha256=${signature}`,
      },
      body: Buffer.from(body),
      reach: () => Promise.resolve({ lan: hook.allow_private }),
      followsRedirects: false,
      limits: { answerMs: totalMs, idleMs: totalMs, totalMs, maxBytes: maxAnswerBytes },
      signal,
    });
    if (answer.status !== 200) {
      answer.close();
      throw new AppError("auth/hook-answer");
    }
    const { allow, message = "" } = parseAnswer((await readAll(answer)).toString());
    return { outcome: allow ? "allow" : "deny", message: shownMessage(message) };
  } catch (error) {
    return {
      outcome: "unanswered",
      error: isAppError(error) ? error : new AppError("auth/hook-answer", {}, { cause: error }),
    };
  }
}

/** For people who have not signed in: one line, and nothing in it that turns the rest of the page around. */
function shownMessage(message: string): string {
  const line = message.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, " ").trim();
  return line.slice(0, maxMessage).toWellFormed();
}

function parseAnswer(text: string) {
  try {
    return hookAnswer.parse(JSON.parse(text));
  } catch (error) {
    throw new AppError("auth/hook-answer", {}, { cause: error });
  }
}
