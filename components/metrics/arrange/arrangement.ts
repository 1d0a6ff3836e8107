import type { DashboardLook } from "@/lib/contracts/metrics";

/** All cards in the user's order. One that the user's list lacks, being new, comes after the one that it follows for everybody. */
export function arranged<Id extends string>(all: readonly Id[], { order }: Pick<DashboardLook, "order">): Id[] {
  const result = order
    .flatMap((id) => all.find((one) => one === id) ?? [])
    .filter((id, at, list) => list.indexOf(id) === at);
  for (const [at, id] of all.entries()) {
    if (result.includes(id)) continue;
    const before = all[at - 1];
    result.splice(before === undefined ? 0 : result.indexOf(before) + 1, 0, id);
  }
  return result;
}

/** The order with one card moved to the place that another one of the shown cards has. */
export function moved<Id extends string>(order: readonly Id[], id: Id, target: Id): Id[] {
  const [from, to] = [order.indexOf(id), order.indexOf(target)];
  if (from < 0 || to < 0 || from === to) return [...order];
  const rest = order.filter((one) => one !== id);
  rest.splice(to, 0, id);
  return rest;
}
