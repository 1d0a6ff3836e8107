import { createContext, type ComponentType } from "react";
import { lazyPart } from "@/components/ui/lazy/lazy-part";
import type { VirtualPath } from "@/lib/shared/paths";

/** `taskId`: a job of the tool's that has begun already. */
export type FolderToolProps = { path: VirtualPath; taskId: string | null; onClose: () => void };

export type FolderTool = { id: string; Screen: ComponentType<FolderToolProps> };

/** A screen for a folder or a file, for a feature's list; loaded when it is first wanted. */
export function folderTool(id: string, load: () => Promise<{ default: ComponentType<FolderToolProps> }>): FolderTool {
  return { id, Screen: lazyPart(load) };
}

/** The tools of all features, filled by the registry. */
export const FolderToolsContext = createContext<readonly FolderTool[]>([]);
