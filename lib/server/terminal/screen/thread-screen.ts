import { SerializeAddon } from "@xterm/addon-serialize";
import { Unicode11Addon } from "@xterm/addon-unicode11";
import { Terminal } from "@xterm/headless";
import { boundOutput, type OutputPiece } from "@/lib/shared/terminal-output/bound-output";
import type { TerminalSize } from "@/lib/shared/terminals";
import { startDrawing } from "./draw-screen";

type Options = { size: TerminalSize; scrollbackLines: number };

/** What has happened since the last reply of a screen. */
export type ScreenNews = {
  /** Writes that the screen shows by now. */
  writes: number;
  /** What programs have asked for, answered. */
  answers: string;
  title: string | null;
  /** OSC 7. */
  folder: string | null;
  /** All that it shows, where that was asked for. */
  drawn: Uint8Array<ArrayBuffer> | null;
};

const maxAnswers = 4 * 1024;
const maxTitle = 200;
/** Of one turn: others have theirs then. */
const turnCost = 400_000;
const turnBytes = 64 * 1024;
/** Lines of more columns than this are kept in smaller number: memory and drawings grow with what is in them. So are lines that have hardly any: each is broken into dozens. */
const usualCols = { least: 20, most: 250 };

export type ThreadScreen = ReturnType<typeof createThreadScreen>;

/** The screen of a terminal as it is, without one to look at, inside of the thread that has it. Its work comes in turns of some ten milliseconds. */
export function createThreadScreen({ size, scrollbackLines }: Options) {
  const terminal = new Terminal({ ...size, scrollback: scrollbackFor(size), allowProposedApi: true });
  const serializer = new SerializeAddon();
  // The add-ons are made for the browser's terminal, of which they use what this one has as well.
  const host = terminal as unknown as Parameters<SerializeAddon["activate"]>[0];
  serializer.activate(host);
  new Unicode11Addon().activate(host);
  terminal.unicode.activeVersion = "11";
  // Whoever draws it knows neither links nor the clipboard.
  const bound = boundOutput({ ...size, hasLinks: false, clipboardLength: 0 });
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let jobs: ("draw" | Uint8Array | TerminalSize)[] = [];
  let pieces: OutputPiece[] = [];
  let nextPiece = 0;
  let unfinished = 0;
  let drawing: (() => string | null) | null = null;
  let news = nothing();
  terminal.onData((text) => {
    // To a program that asks and asks there is nothing to say.
    if (news.answers.length < maxAnswers) news.answers += text;
  });
  terminal.onTitleChange((title) => (news.title = title.slice(0, maxTitle)));
  terminal.parser.registerOscHandler(7, (address) => {
    news.folder = address;
    return true;
  });

  function scrollbackFor({ cols }: TerminalSize): number {
    const part = Math.min(1, cols / usualCols.least, usualCols.most / cols);
    return Math.ceil(scrollbackLines * part);
  }

  /** What was written in a row, as far as it is one turn's. */
  function takeWrites(first: Uint8Array): void {
    let bytes = 0;
    for (let next: (typeof jobs)[number] | undefined = first; next instanceof Uint8Array; next = jobs[0]) {
      if (next !== first) jobs.shift();
      pieces.push(...bound.write(decoder.decode(next, { stream: true })));
      unfinished++;
      bytes += next.length;
      if (bytes >= turnBytes) return;
    }
  }

  function draw(goOn: () => string | null): void {
    const drawn = goOn();
    if (drawn === null) return;
    drawing = null;
    news.drawn = new TextEncoder().encode(drawn);
  }

  function takePieces(): string {
    let [text, cost] = ["", 0];
    for (; nextPiece < pieces.length; nextPiece++) {
      const next = pieces[nextPiece];
      if (next === undefined || (text !== "" && cost + next.cost > turnCost)) return text;
      text += next.text;
      cost += next.cost;
    }
    [pieces, nextPiece] = [[], 0];
    return text;
  }

  return {
    add: (job: "draw" | Uint8Array | TerminalSize) => void jobs.push(job),
    hasWork: () => jobs.length > 0 || pieces.length > 0 || unfinished > 0 || drawing !== null,
    /** Does what comes next, and gives what there is to tell. */
    async turn(): Promise<ScreenNews> {
      if (drawing !== null) draw(drawing);
      else if (pieces.length === 0 && unfinished === 0) {
        const job = jobs.shift();
        if (job instanceof Uint8Array) takeWrites(job);
        else if (job === "draw") drawing = startDrawing(terminal, serializer);
        else if (job !== undefined) {
          bound.resize(job);
          terminal.options.scrollback = scrollbackFor(job);
          terminal.resize(job.cols, job.rows);
        }
      }
      const text = takePieces();
      if (text !== "") await new Promise<void>((parsed) => terminal.write(text, parsed));
      if (pieces.length === 0) {
        news.writes += unfinished;
        unfinished = 0;
      }
      const told = news;
      news = nothing();
      return told;
    },
    dispose() {
      [jobs, pieces, nextPiece, unfinished] = [[], [], 0, 0];
      terminal.dispose();
    },
  };
}

function nothing(): ScreenNews {
  return { writes: 0, answers: "", title: null, folder: null, drawn: null };
}
