"use client";

import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { placeText } from "@/components/domain/entry/place-text";
import { useFilePreferences } from "@/components/domain/entry/use-preferences";
import { routes } from "@/lib/client/routes";
import { streamLines } from "@/lib/client/stream-lines";
import { nameOf, parseVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import type { FolderRow } from "./folder-rows";

const maxFound = 50;

type Options = { text: string; root: VirtualPath | null; places: readonly { path: VirtualPath; note: string }[] };

/** Folders of a place whose names hold a text. */
export function useFolderSearch({ text, root, places }: Options) {
  const { showHidden } = useFilePreferences();
  const [wanted] = useDebouncedValue(text.trim(), 200);
  return useQuery({
    queryKey: ["file", "folder-search", root, wanted, showHidden],
    enabled: root !== null && wanted !== "",
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<FolderRow[]> => {
      const found: VirtualPath[] = [];
      await streamLines(
        routes.search.searchBy,
        { folder: [root ?? ""], text: wanted, kind: ["folder"], hidden: showHidden, limit: maxFound },
        {
          signal,
          onLines: (lines) => {
            for (const line of lines) {
              const path = line.type === "hit" ? parseVirtualPath(line.path) : null;
              if (path !== null) found.push(path);
            }
          },
        },
      );
      const roots = places.map(({ path, note }) => ({ id: path, note }));
      return found.map((path) => ({ path, text: nameOf(path), place: placeText(path, roots), level: 1, isOpen: null }));
    },
  });
}
