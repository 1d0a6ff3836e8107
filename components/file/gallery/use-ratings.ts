"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useEffectEvent, useMemo, useRef } from "react";
import { isForList, isForText } from "@/components/domain/list/whose-key";
import { useCan } from "@/components/layout/use-can";
import { useErrorText } from "@/components/layout/use-error-text";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import type { FileEntry } from "@/lib/contracts/file";
import { chunked } from "@/lib/shared/chunked";
import { joinVirtualPath, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import { isPhoto } from "./arrange-photos";

/** As the endpoint takes them. */
const perCall = 500;
/** So many are rated by one key; more is rather a slip. */
const mostAtOnce = 200;
/** A digit so soon after a letter belongs to the name that is being typed. */
const typingMs = 700;

/** `rows`: with the XMP files. */
type Options = { folder: VirtualPath; rows: readonly FileEntry[]; chosen: readonly FileEntry[]; singleKeys: boolean };

/** The ratings beside the pictures, and the keys 0 to 5 that give the chosen ones another. */
export function useRatings({ folder, rows, chosen, singleKeys }: Options): (name: string) => number {
  const can = useCan();
  const errorText = useErrorText();
  const client = useQueryClient();
  const lastTypedMs = useRef(0);
  const { files, stamp } = useMemo(() => ratedFiles(folder, rows), [folder, rows]);
  const queryKey = ["rating", "folder", folder, stamp];
  const { data } = useQuery({
    queryKey,
    enabled: files.length > 0,
    placeholderData: (before: Map<string, number> | undefined) => before,
    queryFn: async () => {
      const ratings = new Map<string, number>();
      for (const part of chunked(files, perCall))
        for (const { path, rating } of (await api.rating.readRatings({ files: [...part] })).ratings)
          ratings.set(path, rating);
      return ratings;
    },
  });

  const rate = async (photos: readonly FileEntry[], rating: number) => {
    try {
      for (const { name } of photos)
        await api.rating.saveRating({ path: joinVirtualPath(folder, name as EntryName), rating }); // a listed entry has a valid name
    } catch (error) {
      showToast({ kind: "error", message: errorText(error) });
    }
    await client.invalidateQueries({ queryKey: ["rating"] });
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (!singleKeys || ctrlKey || metaKey || altKey || shiftKey || !isForList(event) || isForText(event)) return;
    if (/^[^\d ]$/.test(key)) lastTypedMs.current = event.timeStamp;
    const photos = chosen.filter(isPhoto).slice(0, mostAtOnce);
    if (!/^[0-5]$/.test(key) || photos.length === 0 || event.timeStamp - lastTypedMs.current < typingMs) return;
    if (!can("filecat_file_context_update_upload_created_copy_decompression")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    void rate(photos, Number(key)); // shows its own failures
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    // Before the list takes it for the beginning of a name.
    document.addEventListener("keydown", listen, { capture: true });
    return () => document.removeEventListener("keydown", listen, { capture: true });
  }, []);
  return useCallback(
    (name) => data?.get(joinVirtualPath(folder, name as EntryName)) ?? 0, // a listed entry has a valid name
    [data, folder],
  );
}

/** The pictures that have a sidecar, and what changes when one of those does. */
function ratedFiles(folder: VirtualPath, rows: readonly FileEntry[]) {
  const sidecars = new Map(rows.filter(({ name }) => name.endsWith(".xmp")).map(({ name, mtime }) => [name, mtime]));
  const files: VirtualPath[] = [];
  let stamp = "";
  if (sidecars.size > 0)
    for (const entry of rows.filter(isPhoto)) {
      const mtime = sidecars.get(`${entry.name}.xmp`) ?? sidecars.get(`${entry.name.replace(/\.[^.]*$/, "")}.xmp`);
      if (mtime === undefined) continue;
      files.push(joinVirtualPath(folder, entry.name as EntryName)); // a listed entry has a valid name
      stamp += `${mtime} ${entry.name}/`;
    }
  return { files, stamp };
}
