import { createStore } from "@/lib/shared/store";
import type { VirtualPath } from "@/lib/shared/paths";

/** `path`: of a folder, or of the file whose versions are wanted. `taskId`: a job of the tool's that has begun already. */
export type FolderToolRequest = {
  /** The id of a tool that a feature has registered. */
  tool: string;
  path: VirtualPath;
  taskId?: string;
};

/** Whoever wants something done with a folder or file that takes a screen of its own sets it; FolderToolHost shows it. */
export const folderToolRequest = createStore<FolderToolRequest | null>(null);
