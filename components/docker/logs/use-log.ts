"use client";

import { useEffect, useState } from "react";
import { useReopened } from "@/components/domain/log/use-reopened";
import { api } from "@/lib/client/call";
import { openChannel } from "@/lib/client/channel";
import type { DownOf } from "@/lib/contracts/channel";
import type { dockerChannels } from "@/lib/contracts/docker";
import { logLimits, type LogLine } from "@/lib/contracts/docker-logs";
import { stripAnsi } from "@/lib/shared/ansi";
import { withoutTurns } from "@/lib/shared/shown-name";
import { rangeOf, type LogRange } from "./log-address";

/** More than this the page does not hold: the oldest go. */
const mostLines = 20_000;
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
  isCut: boolean;
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
  isCut: false,
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
  useEffect(() => {
    const stop = new AbortController();
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
  useReopened({
    key: id,
    isOn: isFollowing && log.lines !== null,
    open: (of) =>
      openChannel(
        "docker/log",
        { id: of, ...(after === undefined ? {} : { after }) },
        {
          onMessage: (news) => setLog((now) => withNews(now, news)),
          onClose: ({ why }) => why !== "lost" && setLog((now) => ({ ...now, isOver: true })),
        },
      ),
  });

  const loadEarlier = async () => {
    const before = log.lines?.find(({ at }) => at !== "")?.at;
    if (before === undefined) return;
    setLog((now) => ({ ...now, isLoading: true }));
    const [of, wanted] = JSON.parse(request) as [string, LogRange]; // as it was made of them
    const known = Math.min(log.known, logLimits.known);
    try {
      const { since } = rangeOf(wanted, Date.now());
      const { lines, has_more } = await api.docker.readContainerLog({
        id: of,
        before,
        known,
        limit: pageLines,
        ...(since === undefined ? {} : { since }),
      });
      setLog((now) => ({
        ...now,
        isLoading: false,
        lines: [...toShown(lines), ...(now.lines ?? [])],
        known: now.known + lines.length,
        hasMore: has_more && (now.lines?.length ?? 0) + lines.length < mostLines,
      }));
    } catch (error) {
      setLog((now) => ({ ...now, isLoading: false, error }));
    }
  };

  const retry = () => {
    setLog(nothing);
    setAsked(({ request: same, turn: before }) => ({ request: same, turn: before + 1 }));
  };
  return { log, loadEarlier, retry };
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
  if (all.length <= mostLines) return { ...now, lines: all, known };
  return { ...now, lines: all.slice(-mostLines), known: mostLines, isCut: true, hasMore: false };
}
