"use client";

import { Suspense, use } from "react";
import { useStore } from "@/components/ui/use-store";
import { FolderToolsContext } from "./folder-tool";
import { folderToolRequest } from "./folder-tool-store";

/** What is opened for a folder or file, loaded when it is wanted. */
export function FolderToolHost() {
  const request = useStore(folderToolRequest);
  const tools = use(FolderToolsContext);
  const tool = tools.find(({ id }) => id === request?.tool);
  if (request === null || tool === undefined) return null;
  return (
    <Suspense>
      <tool.Screen
        key={request.path}
        path={request.path}
        taskId={request.taskId ?? null}
        onClose={() => folderToolRequest.set(null)}
      />
    </Suspense>
  );
}
