/** Where a key leads in a list; null for keys that lead nowhere. */
export function stepOf(
  key: string,
  { index, count, page }: { index: number; count: number; page: number },
): number | null {
  switch (key) {
    case "ArrowDown":
      return index + 1;
    case "ArrowUp":
      return index - 1;
    case "PageDown":
      return index + page;
    case "PageUp":
      return index - page;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}
