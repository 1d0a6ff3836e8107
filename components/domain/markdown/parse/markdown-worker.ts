import { maxMarkdownLength } from "./limits";
import { parseMarkdown } from "./parse-markdown";
import type { FromParser, ToParser } from "./parsed-markdown";

const tell = (message: FromParser) => postMessage(message);

addEventListener("message", ({ data: { id, text, words } }: MessageEvent<ToParser>) => {
  if (text.length > maxMarkdownLength) {
    tell({ id, failure: "tooLarge" });
    return;
  }
  parseMarkdown(text, words).then(
    (parsed) => tell({ id, parsed }),
    // Its own limits, or those of the call stack.
    () => tell({ id, failure: "tooComplex" }),
  );
});
