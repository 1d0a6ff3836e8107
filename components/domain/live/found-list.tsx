"use client";

import { useMemo, useState } from "react";
import { GridFilter, GridSearch, GridTools } from "@/components/ui/grid/grid-tools";
import { LiveList, type LiveListProps } from "./live-list";

/** What the reader looks for. */
export type Asked<Kind extends string = "all"> = { text: string; filter: Kind | "all" };

type Said = { title: string; hint: string };

type Props<Row extends { id: string }, Kind extends string> = Omit<LiveListProps<Row>, "empty"> & {
  /** Which of the rows are meant: the same function with every rendering. */
  find: (rows: ReadonlyMap<string, Row>, asked: Asked<Kind>) => ReadonlyMap<string, Row>;
  /** Name of the search field. */
  search: string;
  /** What is looked for at first. */
  searched?: string;
  /** The kinds to choose from, `all` being the first, and what each is called with how many there are. */
  filters?: { label: string; values: readonly (Kind | "all")[]; nameOf: (kind: Kind | "all", count: number) => string };
  /** What is said when there is nothing at all, and when nothing is found. */
  none: Said;
  noMatch: Said;
};

/** A live list that can be searched, and of which a kind can be chosen. */
export function FoundList<Row extends { id: string }, Kind extends string = "all">(props: Props<Row, Kind>) {
  const { rows, find, search, searched = "", filters, none, noMatch, ...list } = props;
  const [text, setText] = useState(searched);
  const [filter, setFilter] = useState<Kind | "all">("all");
  const shown = useMemo(() => find(rows, { text, filter }), [find, rows, text, filter]);
  return (
    <>
      <GridTools>
        <GridSearch label={search} text={text} onText={setText} />
        {filters === undefined ? null : (
          <GridFilter
            label={filters.label}
            values={filters.values}
            value={filter}
            onValue={setFilter}
            nameOf={(one) => filters.nameOf(one, find(rows, { text: "", filter: one }).size)}
          />
        )}
      </GridTools>
      <LiveList {...list} rows={shown} empty={rows.size === 0 ? none : noMatch} />
    </>
  );
}
