"use client";

import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { useFilePreferences } from "@/components/domain/entry/use-preferences";
import { useRoots } from "@/components/domain/entry/use-roots";
import { isFolder } from "@/components/domain/entry/sort-rows";
import { api } from "@/lib/client/call";
import { isEntryName, parseVirtualPath, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import { treeRows } from "./folder-rows";

/** As many of one folder as a person looks through; the rest is found by the search. */
const maxShown = 2000;

type Below = { names: EntryName[]; isWritable: boolean };

export const belowKey = (path: VirtualPath) => ["file", "folders", path] as const;

async function readFolders(path: VirtualPath, signal: AbortSignal): Promise<Below> {
  const answer = await api.file.get({ path, sort: "name" }, { signal });
  if (!("folders" in answer)) return { names: [], isWritable: false };
  const names = [...answer.folders, ...answer.files.filter(isFolder)].map(({ name }) => name);
  return { names: names.filter(isEntryName), isWritable: answer.writable };
}

/** The rows of the places and of the folders that are open, and what is known of the chosen one. */
export function useFolderTree(open: ReadonlySet<VirtualPath>, chosen: VirtualPath | null) {
  const roots = useRoots();
  const { showHidden } = useFilePreferences();
  const paths = useMemo(() => (chosen === null || open.has(chosen) ? [...open] : [...open, chosen]), [open, chosen]);
  const answers = useQueries({
    queries: paths.map((path) => ({
      queryKey: belowKey(path),
      queryFn: ({ signal }: { signal: AbortSignal }) => readFolders(path, signal),
      retry: false,
      staleTime: 10_000,
      gcTime: 0,
    })),
  });
  const below = new Map<VirtualPath, readonly EntryName[] | null>();
  for (const [index, path] of paths.entries()) {
    const names = answers[index]?.data?.names;
    if (answers[index]?.isError === true) below.set(path, null);
    else if (names !== undefined)
      below.set(path, names.filter((name) => showHidden || !name.startsWith(".")).slice(0, maxShown));
  }
  const places = (roots.data ?? []).flatMap(({ id, note }) => {
    const path = parseVirtualPath(id);
    return path === null ? [] : [{ path, note }];
  });
  const ofChosen = chosen === null ? undefined : answers[paths.indexOf(chosen)];
  return {
    roots,
    places,
    rows: treeRows(places, open, below),
    names: chosen === null ? [] : (ofChosen?.data?.names ?? []),
    isWritable: ofChosen?.data?.isWritable ?? !(ofChosen?.isError ?? false),
    error: ofChosen?.error ?? null,
  };
}
