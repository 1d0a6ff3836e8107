"use client";

import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { RemoteRows } from "@/components/domain/viewing/remote-rows";
import type { TableHead, TableOrder, TableWay } from "./table-data";
import type { FromTable, TableRow, TableState, ToTable } from "./table-protocol";

type Source = { url: string | undefined; name: string; sizeBytes: number; way: TableWay };

export type OpenTable = {
  head: TableHead | null;
  state: TableState;
  hasFailed: boolean;
  isArranging: boolean;
  rows: RemoteRows<TableRow>;
  arrange: (order: TableOrder) => void;
  /** All cells of rows as they are shown. */
  copyRows: (from: number, until: number) => Promise<readonly TableRow[]>;
};

const nothing: TableState = { version: 0, count: 0, total: 0, readBytes: 0, isComplete: false, isCut: false };

/** A table in a thread of its own: the file is read there, here is what is in sight. */
export function useTable({ url, name, sizeBytes, way }: Source): OpenTable {
  const worker = useRef<Worker | null>(null);
  const waiting = useRef(new Map<number, (rows: readonly TableRow[]) => void>());
  const post = (message: ToTable) => worker.current?.postMessage(message);
  const [rows] = useState(() => new RemoteRows<TableRow>());
  const [head, setHead] = useState<TableHead | null>(null);
  const [state, setState] = useState(nothing);
  const [hasFailed, setFailed] = useState(false);
  const [isArranging, setArranging] = useState(false);
  useSyncExternalStore(rows.subscribe, rows.tick, rows.tick);

  useEffect(() => {
    if (url === undefined) return undefined;
    const thread = new Worker(new URL("./table-worker.ts", import.meta.url), { type: "module" });
    worker.current = thread;
    rows.connect((wanted) => thread.postMessage({ type: "rows", ...wanted } satisfies ToTable));
    let known = nothing;
    const take = (next: TableState) => {
      if (next.version !== known.version) {
        rows.reset(next.version);
        setArranging(false);
      } else if (next.count !== known.count) rows.forget(Math.max(0, known.count - 1));
      known = next;
      setState(next);
    };
    thread.addEventListener("message", ({ data }: MessageEvent<FromTable>) => {
      if (data.type === "head") setHead(data.head);
      else if (data.type === "state") take(data.state);
      else if (data.type === "rows") rows.take(data);
      else if (data.type === "failed") setFailed(true);
      else {
        waiting.current.get(data.id)?.(data.rows);
        waiting.current.delete(data.id);
      }
    });
    thread.addEventListener("error", () => setFailed(true));
    thread.postMessage({ type: "open", url: new URL(url, location.href).href, name, sizeBytes, way } satisfies ToTable);
    return () => {
      thread.terminate();
      worker.current = null;
      rows.reset(0);
      setHead(null);
      setState(nothing);
      setFailed(false);
    };
  }, [url, name, sizeBytes, way, rows]);

  return {
    head,
    state,
    hasFailed,
    isArranging,
    rows,
    arrange: (order) => {
      setArranging(true);
      post({ type: "arrange", order });
    },
    copyRows: (from, until) =>
      new Promise((resolve) => {
        const id = waiting.current.size + performance.now();
        waiting.current.set(id, resolve);
        post({ type: "copy", id, from, until });
      }),
  };
}
