import { maxMarkdownLength, maxParseMs } from "./parse/limits";
import type { FootnoteWords, FromParser, MarkdownFailure, ParsedMarkdown, ToParser } from "./parse/parsed-markdown";

export type ParserState = { parsed: ParsedMarkdown | null; failure: MarkdownFailure | null };
type Wanted = Omit<ToParser, "id">;

/**
 * Lays out texts in a thread of its own, which is ended when one takes too long: the page is never held up. Of texts that come
 * while it is at work only the last one counts.
 */
export function createMarkdownParser(onState: (state: ParserState) => void) {
  let worker: Worker | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let id = 0;
  let isBusy = false;
  let waiting: Wanted | null = null;

  const end = () => {
    clearTimeout(timer);
    worker?.terminate();
    worker = null;
    isBusy = false;
  };
  const next = () => {
    const wanted = waiting;
    waiting = null;
    if (wanted !== null) begin(wanted);
  };
  const giveUp = () => {
    end();
    onState({ parsed: null, failure: "tooComplex" });
    next();
  };
  const take = ({ data }: MessageEvent<FromParser>) => {
    if (data.id !== id) return;
    clearTimeout(timer);
    isBusy = false;
    onState("parsed" in data ? { parsed: data.parsed, failure: null } : { parsed: null, failure: data.failure });
    next();
  };
  const start = () => {
    const started = new Worker(new URL("./parse/markdown-worker.ts", import.meta.url), { type: "module" });
    started.addEventListener("message", take);
    started.addEventListener("error", giveUp);
    return started;
  };
  const begin = (wanted: Wanted) => {
    worker ??= start();
    isBusy = true;
    id += 1;
    worker.postMessage({ id, ...wanted } satisfies ToParser);
    timer = setTimeout(giveUp, maxParseMs);
  };

  return {
    give: (text: string, words: FootnoteWords) => {
      // No more of it than shows that it is too much.
      waiting = { text: text.slice(0, maxMarkdownLength + 1), words };
      if (!isBusy) next();
    },
    stop: () => {
      waiting = null;
      end();
    },
  };
}
