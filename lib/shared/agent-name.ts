const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bFirefox\//, "Firefox"],
  [/Chrom(e|ium)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
  [/^curl\//, "curl"],
];
const systems: readonly [RegExp, string][] = [
  [/\bAndroid\b/, "Android"],
  [/\b(iPhone|iPad)\b/, "iOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/** "Firefox · Linux" of a User-Agent header; null when it says nothing known. */
export function agentName(agent: string): string | null {
  const nameIn = (table: typeof browsers) => table.find(([pattern]) => pattern.test(agent))?.[1];
  const parts = [nameIn(browsers), nameIn(systems)].filter((part) => part !== undefined);
  return parts.length === 0 ? null : parts.join(" · ");
}
