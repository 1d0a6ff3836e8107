/** What a task's title may say: the first of what it is about, how many there are, and how many more than that one. */
export function titleValues(name: string, count: number): { name: string; count: number; more: number } {
  return { name, count, more: Math.max(count - 1, 0) };
}
