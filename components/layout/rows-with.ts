/** The rows that have all the words of a search in one of their texts or another, whatever the case. */
export function rowsWith<T>(rows: readonly T[], wanted: string, textsOf: (row: T) => readonly string[]): readonly T[] {
  const words = wanted.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const texts = textsOf(row).map((text) => text.toLocaleLowerCase());
    return words.every((word) => texts.some((text) => text.includes(word)));
  });
}
