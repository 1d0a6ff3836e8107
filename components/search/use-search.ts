"use client";

import { useEffect, useReducer, useState } from "react";
import type { searchContract, SearchLine } from "@/lib/contracts/search";
import { routes } from "@/lib/client/routes";
import { streamLines } from "@/lib/client/stream-lines";
import type { InputOf } from "@/lib/contracts/endpoint";
import { noSearch, reduceSearch, type SearchState } from "./search-state";

type Input = InputOf<typeof searchContract.searchBy>;

/** What the last search found, so that going back to it shows it at once. */
let last: SearchState | null = null;

/** Runs a search while it is shown, and again for another version; another one, and leaving, end it on the server. Null asks for nothing. */
export function useSearch(input: Input | null, version: number) {
  const key = input === null ? "" : JSON.stringify(input);
  const [state, dispatch] = useReducer(reduceSearch, noSearch, () => (last?.key === key ? last : noSearch));
  const [round, setRound] = useState(0);
  const [firstVersion] = useState(version);
  useEffect(() => {
    if (key === "") {
      dispatch({ type: "clear" });
      return undefined;
    }
    if (last?.key === key && round === 0 && version === firstVersion) return undefined;
    const abort = new AbortController();
    // The list is drawn at most once per frame, however many lines come.
    let waiting: SearchLine[] = [];
    let frame = 0;
    const flush = () => {
      cancelAnimationFrame(frame);
      frame = 0;
      if (waiting.length > 0) dispatch({ type: "lines", lines: waiting });
      waiting = [];
    };
    dispatch({ type: "begin", key });
    // The key is an Input, made into text above.
    streamLines(routes.search.searchBy, JSON.parse(key) as Input, {
      signal: abort.signal,
      onLines: (lines) => {
        waiting.push(...lines);
        if (frame === 0) frame = requestAnimationFrame(flush);
      },
    })
      .then(() => {
        flush();
        if (!abort.signal.aborted) dispatch({ type: "end" });
      })
      .catch((error: unknown) => {
        if (!abort.signal.aborted) dispatch({ type: "fail", error });
      });
    return () => {
      abort.abort();
      cancelAnimationFrame(frame);
    };
  }, [key, round, version, firstVersion]);
  useEffect(() => {
    last = state.phase === "done" ? state : null;
  }, [state]);
  return { state, refresh: () => setRound((count) => count + 1) };
}
