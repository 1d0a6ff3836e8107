import { AsyncLocalStorage } from "node:async_hooks";
import type { Exchange } from "./exchange";

const visits = new AsyncLocalStorage<Exchange>();

/** Makes a page; what it asks of the server meanwhile is asked by this visitor. */
export function inPageVisit<T>(exchange: Exchange, makePage: () => Promise<T>): Promise<T> {
  return visits.run(exchange, makePage);
}

/** Who visits the page that is being made. Throws where none is. */
export function pageVisitor(): Exchange {
  const exchange = visits.getStore();
  if (exchange === undefined) throw new Error("no page is being made");
  return exchange;
}
