/** Links that are on the screen and its scrollback at once, and lines that one of them is on: xterm.js asks all of them with every line that goes. */
const maxMarks = 2_000;
/** Each letter of a link costs as much as it has lines. */
const maxLinkLength = 1_024;
/** After so many lines the oldest of them are taken for gone. */
const linesOfGeneration = 5_000;

const end = "\u001b]8;;\u001b\\";

/**
 * Links of programs (OSC 8), as many as a terminal can bear: others are text without an address, and one that is not closed is closed.
 * `isOff`: all are text.
 */
export function createLinkBudget({ isOff }: { isOff: boolean }) {
  let [marks, marksBefore, lines] = [0, 0, 0];
  let openFor = -1;

  return {
    /** What is to be written in the place of such a sequence; `payload` without its number. */
    open(payload: string): string {
      const address = payload.slice(payload.indexOf(";") + 1);
      if (isOff || !payload.includes(";")) return "";
      if (address === "" || marks + marksBefore >= maxMarks) {
        const wasOpen = openFor >= 0;
        openFor = -1;
        return wasOpen ? end : "";
      }
      marks++;
      openFor = 0;
      return `\u001b]8;${payload}\u001b\\`;
    },
    /** Told of what is written, and to how many lines more it may lead; gives what is to be written before it. */
    pass(length: number, linesMore: number): string {
      lines += linesMore;
      if (lines >= linesOfGeneration) [marksBefore, marks, lines] = [marks, 0, 0];
      if (openFor < 0) return "";
      openFor += length;
      marks += linesMore;
      if (openFor <= maxLinkLength && marks + marksBefore < maxMarks * 2) return "";
      openFor = -1;
      return end;
    },
  };
}
