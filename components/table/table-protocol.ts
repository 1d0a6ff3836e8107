import type { RowsPage } from "@/components/domain/viewing/remote-rows";
import type { TableHead, TableOrder, TableWay } from "./table-data";

/** What the page says to the thread that has the table. */
export type ToTable =
  | { type: "open"; url: string; name: string; sizeBytes: number; way: TableWay }
  | { type: "rows"; version: number; from: number; count: number }
  | { type: "arrange"; order: TableOrder }
  | { type: "copy"; id: number; from: number; until: number };

export type TableRow = { number: number; cells: readonly string[] };

/** `count`: rows that are shown now; `total`: those of the file so far. */
export type TableState = {
  version: number;
  count: number;
  total: number;
  readBytes: number;
  isComplete: boolean;
  isCut: boolean;
};

export type FromTable =
  | { type: "head"; head: TableHead }
  | { type: "state"; state: TableState }
  | ({ type: "rows" } & RowsPage<TableRow>)
  | { type: "copied"; id: number; rows: readonly TableRow[] }
  | { type: "failed"; status: number };
