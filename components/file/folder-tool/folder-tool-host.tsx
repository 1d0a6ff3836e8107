"use client";

import { lazy, Suspense, type ComponentType, type LazyExoticComponent } from "react";
import { useStore } from "@/components/ui/use-store";
import type { VirtualPath } from "@/lib/shared/paths";
import { folderToolRequest, type FolderToolRequest } from "@/components/domain/folder/folder-tool-store";

export type FolderToolProps = { path: VirtualPath; taskId: string | null; onClose: () => void };

const screens: Record<FolderToolRequest["tool"], LazyExoticComponent<ComponentType<FolderToolProps>>> = {
  fetch: lazy(() => import("@/components/fetch/fetch-dialog")),
  spaceMap: lazy(() => import("@/components/space/space-dialog")),
  duplicates: lazy(() => import("@/components/duplicates/duplicates-dialog")),
  versions: lazy(() => import("@/components/versions/versions-dialog")),
};

/** What is opened for a folder or file, loaded when it is wanted. */
export function FolderToolHost() {
  const request = useStore(folderToolRequest);
  if (request === null) return null;
  const Screen = screens[request.tool];
  return (
    <Suspense>
      <Screen
        key={request.path}
        path={request.path}
        taskId={request.taskId ?? null}
        onClose={() => folderToolRequest.set(null)}
      />
    </Suspense>
  );
}
