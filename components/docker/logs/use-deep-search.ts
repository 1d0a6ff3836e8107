"use client";

import { useEffect, useEffectEvent, useState } from "react";
import type { Hits } from "./use-hits";
import type { Log } from "./use-log";

/** As many as the server tells at once. */
const partLines = 2_000;
/** Before somebody says to go on. */
const turnLines = 20_000;

/**
 * Goes on searching in what is earlier while nothing is found, a part at a time up to a bound; and further, to the next that is found, whenever that is asked for.
 */
export function useDeepSearch(log: Log, hits: Hits, loadEarlier: (limit: number) => Promise<void>) {
  const wanted = `${hits.isRegExp ? "r" : "t"}${hits.text}`;
  const [turn, setTurn] = useState({ wanted, upTo: turnLines, found: 0 });
  // Something else is searched.
  if (turn.wanted !== wanted) setTurn({ wanted, upTo: turnLines, found: 0 });
  const count = log.lines?.length ?? 0;
  const isOn = hits.pattern !== null && log.lines !== null;
  const goesOn = isOn && log.hasMore && log.error === null && count < turn.upTo && hits.count <= turn.found;
  const goOn = useEffectEvent(() => void loadEarlier(partLines)); // says itself what fails
  const isNext = goesOn && !log.isLoading;
  useEffect(() => {
    if (isNext) goOn();
  }, [isNext]);
  return {
    isOn,
    isGoing: goesOn || (isOn && log.isLoading),
    searchEarlier: () => {
      setTurn({ wanted, upTo: count + turnLines, found: hits.count });
      void loadEarlier(partLines); // says itself what fails
    },
  };
}
export type DeepSearch = ReturnType<typeof useDeepSearch>;
