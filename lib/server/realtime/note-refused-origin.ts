import type { Logger } from "pino";
import type { OriginProblem } from "@/lib/server/http/exchange";

/** What is said comes from headers of strangers. */
const [maxPairs, maxCharacters] = [100, 200];
const noted = new Set<string>();

/** Tells an operator once of each pair: a proxy that changes the host makes every page wait, and nothing else would say why. */
export function noteRefusedOrigin(log: Pick<Logger, "warn">, { got, expected }: OriginProblem): void {
  const pair = `${got.slice(0, maxCharacters)} ${expected.slice(0, maxCharacters)}`;
  if (noted.has(pair) || noted.size >= maxPairs) return;
  noted.add(pair);
  log.warn(
    { got: got.slice(0, maxCharacters), expected: expected.slice(0, maxCharacters) },
    "live connection refused: forward the Host header, or set FILEDECK_PUBLIC_URL",
  );
}
