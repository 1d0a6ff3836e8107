import type { contracts } from "@/lib/contracts/all";
import type { Endpoint, Method } from "@/lib/contracts/endpoint";
import { routeTable } from "./route-table";

/** How the browser reaches an endpoint. Carries the endpoint's types, but not its schemas: those stay on the server. */
export type Route<E extends Endpoint = Endpoint> = {
  method: Method;
  /** Below `<base>/api/`, with the contract's `{fields}`. */
  path: string;
  /** The body is bytes instead of JSON. */
  bytes: boolean;
  /** Never there; remembers of which endpoint it is. */
  readonly endpoint?: E;
};

type Contracts = typeof contracts;
type RoutesOf<C> = { readonly [N in keyof C]: C[N] extends Endpoint ? Route<C[N]> : never };
type Routes = { readonly [G in keyof Contracts]: RoutesOf<Contracts[G]> };

function parseRoute(text: string): Route {
  const [method = "GET", path = "", kind] = text.split(" ");
  return { method: method as Method, path, bytes: kind === "bytes" }; // as the contracts have it: a test compares
}

/** All endpoints of the server by group and name. */
export const routes = Object.fromEntries(
  Object.entries(routeTable).map(([group, table]) => [
    group,
    Object.fromEntries(Object.entries<string>(table).map(([name, text]) => [name, parseRoute(text)])),
  ]),
) as unknown as Routes; // fromEntries forgets which key has which route; a test holds that none is missing
