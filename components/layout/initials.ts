const segmenter = new Intl.Segmenter();

/** Two letters for an avatar: of the first two parts of the name, else its first two characters. */
export function initialsOf(name: string): string {
  const [first = "", second] = name.split(/[\s._@-]+/u).filter((part) => part !== "");
  const letters = second === undefined ? lettersOf(first).slice(0, 2) : [lettersOf(first)[0], lettersOf(second)[0]];
  return letters.join("").toLocaleUpperCase();
}

/** What a reader takes for a letter, which may be several code points. */
function lettersOf(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
