import { StringDecoder } from "node:string_decoder";
import { createInterface } from "node:readline";
import type { ReadStream } from "node:tty";
import { Writable } from "node:stream";

const maxBytes = 4_096;

export type Input = ReadStream | NodeJS.ReadableStream;

/** What is asked at a terminal; `again` null: once. */
export type Questions = { ask: string; again: string | null; differ: string };

const forPassword: Questions = {
  ask: "New password: ",
  again: "Confirm new password: ",
  differ: "Passwords don't match.\n",
};

/** A new password: typed twice at a terminal, where it is not shown, else the first line of standard input. Null: given up. */
export async function readPassword(
  input: Input,
  say: (text: string) => void,
  questions: Questions = forPassword,
): Promise<string | null> {
  return "isTTY" in input && input.isTTY ? typePassword(input, { say, questions }) : readLine(input);
}

type Typing = { say: (text: string) => void; questions: Questions };

async function typePassword(input: NodeJS.ReadableStream, { say, questions }: Typing): Promise<string | null> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: nowhere, terminal: true, historySize: 0 });
  const typed = lines[Symbol.asyncIterator]();
  const ask = async (question: string): Promise<string | null> => {
    say(question);
    const { value, done } = await typed.next(); // ends with Ctrl+C and Ctrl+D
    say("\n");
    return done === true ? null : value;
  };
  try {
    for (;;) {
      const first = await ask(questions.ask);
      if (first === null || questions.again === null) return first;
      const second = await ask(questions.again);
      if (second === null || second === first) return second;
      say(questions.differ);
    }
  } finally {
    lines.close();
  }
}

/** Asks at a terminal; false where there is none, and for everything but y and yes. */
export async function confirm(input: Input, say: (text: string) => void, question: string): Promise<boolean> {
  if (!("isTTY" in input && input.isTTY)) return false;
  say(question);
  const lines = createInterface({ input, historySize: 0 });
  try {
    const { value, done } = await lines[Symbol.asyncIterator]().next();
    return done !== true && /^y(?:es)?$/i.test(value.trim());
  } finally {
    lines.close();
  }
}

async function readLine(input: NodeJS.ReadableStream): Promise<string | null> {
  const decoder = new StringDecoder("utf8");
  let text = "";
  for await (const chunk of input) {
    text += typeof chunk === "string" ? chunk : decoder.write(chunk);
    if (text.includes("\n") || text.length > maxBytes) break;
  }
  return /^[^\r\n]*/.exec(text)?.[0] || null;
}
