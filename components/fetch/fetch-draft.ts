import { isWebAddress, maxFetchedAddresses, sumAlgorithm } from "@/lib/contracts/fetch";

/** The addresses of a text, one per line; empty lines and repetitions count for nothing. */
export function addressesOf(text: string): string[] {
  const lines = text.split("\n").map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ""))];
}

export type UrlsProblem = { problem: "notAddress"; text: string } | { problem: "tooMany" };

export function urlsProblem(urls: readonly string[]): UrlsProblem | null {
  const wrong = urls.find((url) => !isWebAddress(url));
  if (wrong !== undefined) return { problem: "notAddress", text: wrong.slice(0, 80) };
  return urls.length > maxFetchedAddresses ? { problem: "tooMany" } : null;
}

export function isChecksum(text: string): boolean {
  return sumAlgorithm(text.trim()) !== null;
}
