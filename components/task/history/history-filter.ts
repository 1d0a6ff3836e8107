import type { TaskKind } from "@/components/layout/task-kind";
import { pages } from "@/lib/client/urls";
import { taskFilters } from "@/lib/contracts/task";

export type HistoryFilter = {
  state?: (typeof taskFilters)[number];
  kind?: string;
  text?: string;
  before?: string;
};

type Params = { get: (name: string) => string | null };

/** What the address says, where the kind is one of these; anything else in it counts for nothing. */
export function filterOf(params: Params, kinds: readonly TaskKind[]): HistoryFilter {
  const state = taskFilters.find((one) => one === params.get("state"));
  const kind = kinds.find((one) => one.kind === params.get("kind"))?.kind;
  const text = params.get("text")?.trim().slice(0, 255);
  const before = params.get("before");
  return {
    ...(state === undefined ? {} : { state }),
    ...(kind === undefined ? {} : { kind }),
    ...(text ? { text } : {}),
    ...(before !== null && /^[A-Za-z0-9_-]{1,64}$/.test(before) ? { before } : {}),
  };
}

export function addressOf(filter: HistoryFilter, id?: string): string {
  const params = new URLSearchParams(filter);
  if (id !== undefined) params.set("id", id);
  const query = params.toString();
  return query === "" ? pages.tasks() : `${pages.tasks()}?${query}`;
}
