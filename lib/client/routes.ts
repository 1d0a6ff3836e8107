import type { contracts } from "@/lib/contracts/all";
import type { Endpoint } from "@/lib/contracts/endpoint";
import { parseTable, type Route } from "./parse-table";
import { routeTable } from "./route-table";

export type { Route } from "./parse-table";

type Contracts = typeof contracts;
type RoutesOf<C> = { readonly [N in keyof C]: C[N] extends Endpoint ? Route<C[N]> : never };
export type Routes = { readonly [G in keyof Contracts]: RoutesOf<Contracts[G]> };

/** Endpoints by group and name, of the groups that the file page begins with; a screen of another group takes `allRoutes`. */
export const routes = parseTable(routeTable) as unknown as Pick<Routes, keyof typeof routeTable>; // it keeps all keys; a test holds that none is missing
