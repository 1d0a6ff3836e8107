type Key = { key: string; shiftKey: boolean; ctrlKey: boolean; altKey: boolean; metaKey: boolean };

const longStep = 10;

/** Where a key moves the mark in a chart of so many points; null: it does not. From no point at all (-1) it goes to the last. */
export function indexFor(
  { key, shiftKey, ctrlKey, altKey, metaKey }: Key,
  index: number,
  count: number,
): number | null {
  if (count === 0 || ctrlKey || altKey || metaKey) return null;
  const step = stepOf(key, shiftKey);
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  if (step === 0) return null;
  return index < 0 ? count - 1 : Math.min(count - 1, Math.max(0, index + step));
}

function stepOf(key: string, isLong: boolean): number {
  switch (key) {
    case "ArrowRight":
    case "ArrowUp":
      return isLong ? longStep : 1;
    case "ArrowLeft":
    case "ArrowDown":
      return isLong ? -longStep : -1;
    case "PageUp":
      return longStep;
    case "PageDown":
      return -longStep;
    default:
      return 0;
  }
}
