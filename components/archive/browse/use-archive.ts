"use client";

import { useQuery } from "@tanstack/react-query";
import type { ArchiveEncoding, ArchiveLine, ArchiveListed } from "@/lib/contracts/archive";
import { routes } from "@/lib/client/routes";
import { streamLines } from "@/lib/client/stream-lines";
import { AppError, isAppError, isErrorKey, type ErrorKey } from "@/lib/shared/errors";
import type { VirtualPath } from "@/lib/shared/paths";
import { buildTree } from "./archive-tree";

export type Reading = { encoding: ArchiveEncoding | null; password: string | null };
type Head = Extract<ArchiveLine, { type: "head" }>;

/** What is in an archive; read anew when the file or the way to read it is another. */
export function useArchive(path: VirtualPath, version: number, { encoding, password }: Reading) {
  return useQuery({
    queryKey: ["archive", path, version, encoding, password],
    queryFn: async ({ signal }) => {
      const entries: ArchiveListed[] = [];
      const found: { head: Head | null; isCut: boolean } = { head: null, isCut: false };
      const input = { path, ...(encoding === null ? {} : { encoding }), ...(password === null ? {} : { password }) };
      await streamLines(routes.archive.list, input, {
        signal,
        onLines: (lines) => {
          for (const line of lines)
            if (line.type === "head") found.head = line;
            else if (line.type === "entries") entries.push(...line.entries);
            else if (line.type === "done") found.isCut = line.cut;
            else throw new AppError(keyOf(line.error), line.params);
        },
      });
      const { head, isCut } = found;
      if (head === null) throw new AppError("network");
      return { head, tree: buildTree(entries), count: entries.length, isCut };
    },
    retry: (count, error) => count < 2 && (!isAppError(error) || error.key === "network"),
    refetchOnWindowFocus: false,
    staleTime: Infinity,
    // A list of 200,000 names, and perhaps a password: not kept longer than it is looked at.
    gcTime: 0,
  });
}

function keyOf(text: string): ErrorKey {
  return isErrorKey(text) ? text : "internal";
}
