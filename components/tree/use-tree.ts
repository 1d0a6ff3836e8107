"use client";

import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from "react";
import { RemoteRows } from "@/components/domain/viewing/remote-rows";
import type { TreeRow } from "./tree-model";
import type { FromTree, ToTree, TreeFailure } from "./tree-protocol";

type Source = {
  url: string | undefined;
  name: string;
  onGo: (index: number) => void;
  onCopied: (text: string) => void;
};

/** A parsed document in a thread of its own; here are the lines in sight. */
export function useTree({ url, name, onGo, onCopied }: Source) {
  const worker = useRef<Worker | null>(null);
  const post = (message: ToTree) => worker.current?.postMessage(message);
  const [rows] = useState(() => new RemoteRows<TreeRow>());
  const [count, setCount] = useState<number | null>(null);
  const [found, setFound] = useState<{ text: string; count: number }>({ text: "", count: 0 });
  const [failure, setFailure] = useState<TreeFailure | null>(null);
  useSyncExternalStore(rows.subscribe, rows.tick, rows.tick);

  const take = useEffectEvent((data: FromTree) => {
    if (data.type === "rows") rows.take(data);
    else if (data.type === "failed") setFailure(data.failure);
    else if (data.type === "found") setFound(data);
    else if (data.type === "go") onGo(data.index);
    else if (data.type === "copied") onCopied(data.text);
    else {
      rows.reset(data.version);
      setCount(data.count);
    }
  });
  useEffect(() => {
    if (url === undefined) return undefined;
    const thread = new Worker(new URL("./tree-worker.ts", import.meta.url), { type: "module" });
    worker.current = thread;
    rows.connect((wanted) => thread.postMessage({ type: "rows", ...wanted } satisfies ToTree));
    thread.addEventListener("message", ({ data }: MessageEvent<FromTree>) => take(data));
    thread.addEventListener("error", () => setFailure({ why: "network", status: 0 }));
    thread.postMessage({ type: "open", url: new URL(url, location.href).href, name } satisfies ToTree);
    return () => {
      thread.terminate();
      worker.current = null;
      rows.reset(0);
      setCount(null);
      setFailure(null);
    };
  }, [url, name, rows]);

  return { rows, count, found, failure, post };
}
