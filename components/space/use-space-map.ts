"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { allRoutes } from "@/lib/client/all-routes";
import { streamLines } from "@/lib/client/stream-lines";
import type { SpaceLine } from "@/lib/contracts/space";
import { AppError, isErrorKey } from "@/lib/shared/errors";
import type { VirtualPath } from "@/lib/shared/paths";
import { toTree } from "./space-tree";

const keptMs = 60_000;

export type SpaceProgress = { entries: number; bytes: number };

/** Measures a folder on the server while it is shown; leaving ends it there. */
export function useSpaceMap(path: VirtualPath) {
  const [progress, setProgress] = useState<SpaceProgress>({ entries: 0, bytes: 0 });
  const query = useQuery({
    queryKey: ["file", "space-map", path],
    queryFn: ({ signal }) => measure(path, signal, setProgress),
    retry: false,
    staleTime: Infinity,
    gcTime: keptMs,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return { query, progress };
}

async function measure(path: VirtualPath, signal: AbortSignal, onProgress: (progress: SpaceProgress) => void) {
  onProgress({ entries: 0, bytes: 0 });
  let last: SpaceLine | null = null;
  await streamLines(
    allRoutes.space.mapSpace,
    { path },
    {
      signal,
      onLines: (lines) => {
        last = lines.at(-1) ?? last;
        if (last?.type === "progress") onProgress(last);
      },
    },
  );
  return readEnd(last, path);
}

function readEnd(line: SpaceLine | null, path: VirtualPath) {
  if (line?.type === "error") throw new AppError(isErrorKey(line.error) ? line.error : "internal", line.params);
  const top = line?.type === "done" ? toTree(line.parts, path) : null;
  if (line?.type !== "done" || top === null) throw new AppError("network");
  return { top, unreadable: line.unreadable };
}
