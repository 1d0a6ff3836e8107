"use client";

import { useEffect, useRef, useState } from "react";
import { useReopened } from "@/components/domain/log/use-reopened";
import { api } from "@/lib/client/call";
import { openChannel } from "@/lib/client/channel";
import type { DownOf } from "@/lib/contracts/channel";
import type { dockerChannels } from "@/lib/contracts/docker";
import { logLimits, type LogLine } from "@/lib/contracts/docker-logs";
import { stripAnsi } from "@/lib/shared/ansi/parse-ansi";
import { withoutTurns } from "@/lib/shared/shown-name";
import { rangeOf, type LogRange } from "./log-address";

/** More than this the page does not keep of what comes by itself: the oldest go. */
const mostLines = 20_000;
/** Nor more of what somebody searches: some 100 MB at the worst. */
const mostAsked = { lines: 100_000, characters: 30_000_000 };
const pageLines = 1_000;

/** `skipped`: so many lines were left out here, for they came too fast. */
export type ShownLine = LogLine & { key: string; plain: string; skipped: number; mark: LogMark | null };

/** Stands between lines, in a line of its own. */
type LogMark = { kind: "restarted" | "replaced"; at: number };
type LogNews = DownOf<typeof dockerChannels.log>;

export type Log = {
  /** The oldest first; null: not known yet. */
  lines: readonly ShownLine[] | null;
  /** Lines since the first one, with those that were let go or left out. */
  known: number;
  hasMore: boolean;
  /** So many are kept while others come. */
  most: number;
  isCut: boolean;
  /** There is more that is earlier than the page can hold. */
  isFull: boolean;
  isLoading: boolean;
  /** The container does not run now: its log goes on when it does. */
  isStopped: boolean;
  /** Its log is no longer followed. */
  isOver: boolean;
  error: unknown;
};

const nothing: Log = {
  lines: null,
  known: 0,
  hasMore: false,
  most: mostLines,
  isCut: false,
  isFull: false,
  isLoading: true,
  isStopped: false,
  isOver: false,
  error: null,
};

let lastKey = 0;
const toShown = (lines: readonly LogLine[], skipped = 0): ShownLine[] =>
  lines.map((line, index) => {
    const text = withoutTurns(line.text);
    return {
      ...line,
      text,
      key: String(lastKey++),
      plain: stripAnsi(text),
      skipped: index === 0 ? skipped : 0,
      mark: null,
    };
  });

const markLine = (mark: LogMark): ShownLine => ({
  at: "",
  err: false,
  text: "",
  cut: false,
  key: String(lastKey++),
  plain: "",
  skipped: 0,
  mark,
});

/** The log of a container: its end, what comes while it is followed, and what is before it when that is wanted. */
export function useLog(id: string, range: LogRange, isFollowing: boolean) {
  const request = JSON.stringify([id, range]);
  const [log, setLog] = useState(nothing);
  const [asked, setAsked] = useState({ request, turn: 0 });
  if (asked.request !== request) {
    setAsked({ request, turn: 0 });
    setLog(nothing);
  }

  const turn = JSON.stringify([request, asked.turn]);
  /** What is earlier is wanted of this log alone. */
  const stopping = useRef(new AbortController());
  useEffect(() => {
    const stop = new AbortController();
    stopping.current = stop;
    const [of, wanted] = JSON.parse(JSON.parse(turn)[0] as string) as [string, LogRange]; // as it was made of them
    api.docker
      .readContainerLog({ id: of, limit: pageLines, ...rangeOf(wanted, Date.now()) }, { signal: stop.signal })
      .then(({ lines, has_more }) =>
        setLog({ ...nothing, isLoading: false, lines: toShown(lines), known: lines.length, hasMore: has_more }),
      )
      .catch((error: unknown) => {
        if (!stop.signal.aborted) setLog({ ...nothing, isLoading: false, error });
      });
    return () => stop.abort();
  }, [turn]);

  const after = log.lines?.findLast(({ at }) => at !== "")?.at;
  const same = log.lines?.filter(({ at }) => at === after).length ?? 0;
  useReopened({
    key: id,
    isOn: isFollowing && log.lines !== null,
    open: (of) =>
      openChannel(
        "docker/log",
        { id: of, ...(after === undefined ? {} : { after, same }) },
        {
          onMessage: (news) => setLog((now) => withNews(now, news)),
          onClose: ({ why }) => why !== "lost" && setLog((now) => ({ ...now, isOver: true })),
        },
      ),
  });

  const loadEarlier = async (limit = pageLines) => {
    const before = log.lines?.find(({ at }) => at !== "")?.at;
    if (before === undefined) return;
    const { signal } = stopping.current;
    setLog((now) => ({ ...now, isLoading: true }));
    const [of, wanted] = JSON.parse(request) as [string, LogRange]; // as it was made of them
    const known = Math.min(log.known, logLimits.known);
    try {
      const { since } = rangeOf(wanted, Date.now());
      const { lines, has_more } = await api.docker.readContainerLog(
        { id: of, before, known, limit, ...(since === undefined ? {} : { since }) },
        { signal },
      );
      if (!signal.aborted) setLog((now) => withEarlier(now, toShown(lines), has_more));
    } catch (error) {
      if (!signal.aborted) setLog((now) => ({ ...now, isLoading: false, error }));
    }
  };

  const retry = () => {
    setLog(nothing);
    setAsked(({ request: same, turn: before }) => ({ request: same, turn: before + 1 }));
  };
  return { log, loadEarlier, retry };
}

function withEarlier(now: Log, lines: readonly ShownLine[], hasMore: boolean): Log {
  const all = [...lines, ...(now.lines ?? [])];
  const characters = all.reduce((sum, { text }) => sum + text.length, 0);
  const isFull = all.length >= mostAsked.lines || characters >= mostAsked.characters;
  return {
    ...now,
    isLoading: false,
    lines: all,
    known: now.known + lines.length,
    hasMore: hasMore && !isFull,
    isFull: hasMore && isFull,
    // What was looked for stays when others come.
    most: Math.max(now.most, all.length + pageLines),
  };
}

function withNews(before: Log, { lines, skipped, event }: LogNews): Log {
  if (event?.kind === "stopped") return { ...before, isStopped: true };
  const now = { ...before, isStopped: false, isOver: false };
  // What was before it is another container's: there is nothing earlier to ask for.
  const isReplaced = event?.kind === "replaced";
  const marks = event === null ? [] : [markLine({ kind: isReplaced ? "replaced" : "restarted", at: event.at })];
  const all = [...(now.lines ?? []), ...marks, ...toShown(lines, skipped)];
  const known = now.known + lines.length + skipped;
  if (isReplaced) return { ...now, lines: all, known: 0, hasMore: false };
  const { most } = now;
  if (all.length <= most) return { ...now, lines: all, known };
  return { ...now, lines: all.slice(-most), known: most, isCut: true, hasMore: false };
}
