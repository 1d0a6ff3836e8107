/**
 * A text without those of the characters that it ends in. By an expression with `+$` this would be tried again at each of them, wherever they stand: the square of what
 * others have sent.
 */
export function withoutTrailing(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
