import { parseTable } from "./parse-table";
import { routeTable } from "./rest-route-table";
import { routes, type Routes } from "./routes";

/** All endpoints of the server by group and name. Not for what the file page begins with. */
export const allRoutes = { ...routes, ...parseTable(routeTable) } as unknown as Routes; // a test holds that none is missing
