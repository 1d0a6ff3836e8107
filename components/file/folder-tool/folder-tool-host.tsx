"use client";

import { lazy, Suspense } from "react";
import { useStore } from "@/components/ui/use-store";
import { folderToolRequest } from "./folder-tool-store";

const screens = {
  fetch: lazy(() => import("@/components/file/fetch/fetch-dialog")),
};

/** What is opened for a folder, loaded when it is wanted. */
export function FolderToolHost() {
  const request = useStore(folderToolRequest);
  if (request === null) return null;
  const Screen = screens[request.tool];
  return (
    <Suspense>
      <Screen key={request.path} path={request.path} onClose={() => folderToolRequest.set(null)} />
    </Suspense>
  );
}
