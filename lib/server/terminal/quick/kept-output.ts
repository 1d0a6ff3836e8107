import { StringDecoder } from "node:string_decoder";

/** Of the end of what a command says. */
const maxCharacters = 64 * 1024;
/** What moves a cursor, sets colours and titles. */
const sequences =
  // oxlint-disable-next-line no-control-regex -- these are what is taken out
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[ -/]*[0-~])|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

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
      // A line that is drawn again and again is shown as it was last.
      const lines = text.replaceAll(sequences, "").split("\n");
      const plain = lines.map((line) => line.split("\r").findLast((part) => part !== "") ?? "").join("\n");
      return { output: plain.slice(-maxCharacters), isCut: isCut || plain.length > maxCharacters };
    },
    /** For a line that tells how far it is. */
    lastLine: () =>
      text
        .slice(-400)
        .replaceAll(sequences, "")
        .trimEnd()
        .split(/[\r\n]/)
        .at(-1)
        ?.slice(-200) ?? "",
  };
}
