/** More text than this is shown as it is written. */
export const maxMarkdownLength = 1024 * 1024;
/** How long laying out a text may take, in a thread of its own. */
export const maxParseMs = 12_000;
/** Elements within each other, and in all: the page makes them at once. */
export const maxDepth = 120;
export const maxElements = 40_000;
/** Each picture asks for a ticket, each diagram has a frame. */
export const maxImages = 200;
export const maxDiagrams = 20;
export const maxDiagramLength = 50_000;
export const maxFormulaLength = 5_000;
export const maxHeadings = 500;
