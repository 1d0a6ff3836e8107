import type { Endpoint, Method } from "@/lib/contracts/endpoint";

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

type Table = Readonly<Record<string, Readonly<Record<string, string>>>>;
export type ParsedTable = Readonly<Record<string, Readonly<Record<string, Route>>>>;

function parseRoute(text: string): Route {
  const [method = "GET", path = "", kind] = text.split(" ");
  return { method: method as Method, path, bytes: kind === "bytes" }; // as the contracts have it: a test compares
}

export function parseTable(table: Table): ParsedTable {
  const parsed = Object.entries(table).map(([group, ofGroup]) => [
    group,
    Object.fromEntries(Object.entries(ofGroup).map(([name, text]) => [name, parseRoute(text)])),
  ]);
  return Object.fromEntries(parsed);
}
