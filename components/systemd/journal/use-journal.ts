"use client";

import { useCallback, useEffect, useState } from "react";
import { useReopened } from "@/components/domain/log/use-reopened";
import { api } from "@/lib/client/call";
import { openChannel } from "@/lib/client/channel";
import type { JournalEntry } from "@/lib/contracts/systemd";
import { askedOf, followedOf, goesOn, type JournalAddress } from "./journal-filter";

/** More than this the page does not hold: the oldest go. */
const mostEntries = 20_000;

export type Journal = {
  /** The oldest first; null: not known yet. */
  entries: readonly JournalEntry[] | null;
  hasMore: boolean;
  /** Older ones were let go. */
  isCut: boolean;
  isLoading: boolean;
  error: unknown;
};

const nothing: Journal = { entries: null, hasMore: false, isCut: false, isLoading: true, error: null };

/** The journal as an address asks for it: its end, what comes as long as it is followed, and earlier parts when they are wanted. */
export function useJournal(address: JournalAddress, isFollowing: boolean) {
  const key = JSON.stringify(address);
  const [journal, setJournal] = useState(nothing);
  const [asked, setAsked] = useState({ key, turn: 0 });
  if (asked.key !== key) {
    setAsked({ key, turn: 0 });
    setJournal(nothing);
  }

  const request = JSON.stringify([address, asked.turn]);
  useEffect(() => {
    const stop = new AbortController();
    const [wanted] = JSON.parse(request) as [JournalAddress]; // as it was made of one
    api.systemd
      .readJournal(askedOf(wanted, Date.now()), { signal: stop.signal })
      .then(({ entries, has_more }) =>
        setJournal({ ...nothing, isLoading: false, entries: entries.toReversed(), hasMore: has_more }),
      )
      .catch((error: unknown) => {
        if (!stop.signal.aborted) setJournal({ ...nothing, isLoading: false, error });
      });
    return () => stop.abort();
  }, [request]);

  const isKnown = journal.entries !== null;
  const last = journal.entries?.at(-1)?.cursor;
  useReopened({
    key,
    isOn: isFollowing && isKnown && goesOn(address),
    open: (of) => {
      const wanted = followedOf(JSON.parse(of) as JournalAddress); // as it was made of one
      const open = { ...wanted, ...(last === undefined ? {} : { after: last }) };
      return openChannel("systemd/journal", open, {
        onMessage: ({ entries }) => setJournal((now) => withMore(now, entries)),
      });
    },
  });

  const loadEarlier = useCallback(async () => {
    const first = journal.entries?.[0]?.cursor;
    if (first === undefined) return;
    setJournal((now) => ({ ...now, isLoading: true }));
    const wanted = JSON.parse(key) as JournalAddress; // as it was made of one
    try {
      const { entries, has_more } = await api.systemd.readJournal({ ...askedOf(wanted, Date.now()), before: first });
      setJournal((now) => ({
        ...now,
        isLoading: false,
        entries: [...entries.toReversed(), ...(now.entries ?? [])],
        hasMore: has_more && (now.entries?.length ?? 0) + entries.length < mostEntries,
      }));
    } catch (error) {
      setJournal((now) => ({ ...now, isLoading: false, error }));
    }
  }, [journal.entries, key]);

  const retry = useCallback(() => {
    setJournal(nothing);
    setAsked(({ key: same, turn }) => ({ key: same, turn: turn + 1 }));
  }, []);
  return { journal, loadEarlier, retry };
}

function withMore(before: Journal, added: readonly JournalEntry[]): Journal {
  const all = [...(before.entries ?? []), ...added];
  return all.length <= mostEntries
    ? { ...before, entries: all }
    : { ...before, entries: all.slice(-mostEntries), isCut: true, hasMore: false };
}
