/** Whether a version is later than another one, by the rules of semver.org; what is no version is not. */
export function isNewer(version: string, than: string): boolean {
  const [a, b] = [partsOf(version), partsOf(than)];
  if (a === null || b === null) return false;
  for (const [index, number] of a.numbers.entries()) {
    const other = b.numbers[index] ?? 0;
    if (number !== other) return number > other;
  }
  // 1.0.0-rc.1 comes before 1.0.0.
  if (a.before === "" || b.before === "") return a.before === "" && b.before !== "";
  return a.before.localeCompare(b.before, "en", { numeric: true }) > 0;
}

function partsOf(text: string): { numbers: readonly number[]; before: string } | null {
  const found = /^v?(\d+)\.(\d+)\.(\d+)(?:-([\w.-]+))?(?:\+.*)?$/.exec(text);
  return found === null ? null : { numbers: found.slice(1, 4).map(Number), before: found[4] ?? "" };
}
