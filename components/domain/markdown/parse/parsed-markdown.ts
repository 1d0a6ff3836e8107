import type { Root } from "hast";

/** `id`: with the prefix that is put before all ids. */
export type Heading = { id: string; depth: number; text: string };
export type ParsedMarkdown = { tree: Root; headings: readonly Heading[]; hasMath: boolean };
/** `tooLarge`: by its length. `tooComplex`: it is nested too deep, has too many elements, or takes too long. */
export type MarkdownFailure = "tooLarge" | "tooComplex";
export type FootnoteWords = { footnoteLabel: string; footnoteBackLabel: string };

export type ToParser = { id: number; text: string; words: FootnoteWords };
export type FromParser = { id: number } & ({ parsed: ParsedMarkdown } | { failure: MarkdownFailure });
