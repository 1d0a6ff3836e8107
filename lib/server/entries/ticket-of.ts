import { parseVirtualPath } from "@/lib/shared/paths";
import type { Exchange } from "@/lib/server/http/exchange";

/** The ticket of a request and the paths it must open, as the gate wants them. */
export function ticketOf({ query }: Exchange): { ticket: string; paths: readonly string[] } | undefined {
  const ticket = query.find(([name]) => name === "token")?.[1];
  if (ticket === undefined) return undefined;
  return {
    ticket,
    paths: query.filter(([name]) => name === "file").map(([, value]) => parseVirtualPath(value) ?? value),
  };
}
