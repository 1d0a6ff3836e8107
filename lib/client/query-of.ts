import { queryOptions } from "@tanstack/react-query";
import type { Endpoint, InputOf } from "@/lib/contracts/endpoint";
import { fetchAnswer } from "./call";
import type { Route } from "./routes";

/**
 * The query for an endpoint's answer, its key made of the endpoint and the input: whoever shows the answer has the same entry of the cache, and
 * nobody else has. What a screen makes of it goes into `select`. The key begins with the path's parts, so that `["user"]` is all of a group.
 */
export function queryOf<E extends Endpoint>(route: Route<E>, input: InputOf<E>) {
  return queryOptions({
    queryKey: [...route.path.split("/"), route.method, input] as const,
    queryFn: async ({ signal }) => (await fetchAnswer(route, input, { signal })).data,
  });
}
