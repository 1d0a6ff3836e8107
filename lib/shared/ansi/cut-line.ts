/**
 * A line that is too long, cut to so many characters. Of one that was drawn again and again after `\r`, as progress bars do, the end is kept: it is what a terminal
 * would show.
 */
export function cutLine(line: string, longest: number): { text: string; isCut: boolean } {
  if (line.length <= longest) return { text: line, isCut: false };
  const end = line.slice(-longest);
  const from = end.search(/\r./);
  return { text: from < 0 ? line.slice(0, longest) : end.slice(from + 1), isCut: true };
}
