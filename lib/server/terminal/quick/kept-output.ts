import { StringDecoder } from "node:string_decoder";
import { stripAnsi } from "@/lib/shared/ansi/parse-ansi";

/** Of the end of what a command says. */
const maxCharacters = 64 * 1024;
export type KeptOutput = ReturnType<typeof createKeptOutput>;

/** Keeps the end of a program's output, as plain text. */
export function createKeptOutput() {
  const decoder = new StringDecoder();
  let text = "";
  let isCut = false;
  return {
    add(bytes: Buffer): void {
      text += decoder.write(bytes);
      // Twice as much at most: cutting with every piece would copy everything each time.
      if (text.length <= 2 * maxCharacters) return;
      text = text.slice(-maxCharacters);
      isCut = true;
    },
    read(): { output: string; isCut: boolean } {
      const plain = stripAnsi(text);
      return { output: plain.slice(-maxCharacters), isCut: isCut || plain.length > maxCharacters };
    },
    /** For a line that tells how far it is. */
    lastLine: () => stripAnsi(text.slice(-400)).trimEnd().split("\n").at(-1)?.slice(-200) ?? "",
  };
}
