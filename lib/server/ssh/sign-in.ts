import type { AnyAuthMethod, KeyboardInteractiveAuthMethod, Prompt } from "ssh2";
import { AppError } from "@/lib/shared/errors";
import { authOf, notConnected, type HostRow } from "./hosts";
import type { Person, Question } from "./person";

/** As many as sshd lets anybody try by default, with some left for keys. */
const maxAsks = 3;
const maxText = 500;

export type Credentials = {
  /** Null: asked for. */
  password: string | null;
  /** Unlocked. Throws ssh/no-key, or asks for a passphrase. */
  privateKey: () => Promise<string>;
  /** Where the agent listens. Throws ssh/no-agent. */
  agent: () => string;
};

type Options = {
  host: HostRow;
  credentials: Credentials;
  person: Person | null;
  /** A password that was asked for and is to be kept, if it turns out right. */
  onKeep: (password: string) => void;
  /** Any that was asked for: the last one is right, if any is. */
  onPassword: (password: string) => void;
};

export type SignIn = (offered: readonly string[] | null) => Promise<AnyAuthMethod>;

/**
 * What to try next, by what the host still offers; null before it has said. What is saved goes first, then whoever connects is asked.
 * Throws ssh/sign-in at its end, ssh/not-connected where there is nobody to ask, request/cancelled.
 */
export function createSignIn({ host, credentials, person, onKeep, onPassword }: Options): SignIn {
  const { name, username } = host;
  const auth = authOf(host);
  let isKeyTried = false;
  let isSavedTried = credentials.password === null;
  let asked = 0;
  let isAgain = false;

  async function ask(question: Pick<Question, "title" | "text" | "questions" | "what">): Promise<readonly string[]> {
    if (person === null) throw notConnected(host);
    const can_keep = question.what === "password";
    const given = await person.answer({ ...question, host: name, is_again: isAgain, can_keep });
    if (given === null) throw new AppError("request/cancelled");
    isAgain = true;
    if (question.what === "password") onPassword(given.answers[0] ?? "");
    if (can_keep && given.keep) onKeep(given.answers[0] ?? "");
    return question.questions.map((_, index) => given.answers[index] ?? "");
  }

  async function answerPrompts(title: string, text: string, prompts: readonly Prompt[]): Promise<readonly string[]> {
    if (prompts.length === 0) return [];
    const [first] = prompts;
    const isPassword =
      prompts.length === 1 && first?.echo !== true && /pass(?:word|wort|phrase)/i.test(first?.prompt ?? "");
    if (isPassword && !isSavedTried && credentials.password !== null) {
      isSavedTried = true;
      return [credentials.password];
    }
    return ask({
      title: clean(title),
      text: clean(text),
      questions: prompts.map(({ prompt, echo }) => ({ label: clean(prompt), is_hidden: echo !== true })),
      what: isPassword ? "password" : null,
    });
  }

  return async function next(offered) {
    if (offered === null) return { type: "none", username };
    if (offered.includes("publickey") && !isKeyTried && auth !== "password") {
      isKeyTried = true;
      if (auth === "agent") return { type: "agent", username, agent: credentials.agent() };
      return { type: "publickey", username, key: await credentials.privateKey() };
    }
    if (offered.includes("password") && !isSavedTried && credentials.password !== null) {
      isSavedTried = true;
      return { type: "password", username, password: credentials.password };
    }
    if (asked++ < maxAsks) {
      if (offered.includes("keyboard-interactive")) return keyboard(username, answerPrompts);
      if (offered.includes("password")) {
        const questions = [{ label: "", is_hidden: true }];
        const [password = ""] = await ask({ title: "", text: "", questions, what: "password" });
        return { type: "password", username, password };
      }
    }
    throw new AppError("ssh/sign-in", { host: name });
  };
}

type Failing = KeyboardInteractiveAuthMethod & { failed?: Promise<never> };

function keyboard(
  username: string,
  answer: (title: string, text: string, prompts: readonly Prompt[]) => Promise<readonly string[]>,
): Failing {
  let reject: (error: unknown) => void = () => {};
  const failed = new Promise<never>((_, no) => (reject = no));
  failed.catch(() => {}); // told of by whoever connects
  return {
    type: "keyboard-interactive",
    username,
    failed,
    prompt(title, text, _language, prompts, finish) {
      answer(title, text, prompts).then((answers) => finish([...answers]), reject);
    },
  };
}

/** What failed while a method was under way: somebody who was asked did not answer. */
export function failureOf(method: AnyAuthMethod): Promise<never> | null {
  return "failed" in method && method.failed instanceof Promise ? (method.failed as Promise<never>) : null; // made above
}

/** The other side's words, as text of one screen. */
function clean(text: string): string {
  return text.replaceAll(/(?!\n)\p{Cc}/gu, "").slice(0, maxText);
}
