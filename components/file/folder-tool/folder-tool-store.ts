import { createStore } from "@/lib/shared/store";
import type { VirtualPath } from "@/lib/shared/paths";

export type FolderToolRequest = { tool: "fetch"; path: VirtualPath };

/** Whoever wants something done with a folder that takes a screen of its own sets it; FolderToolHost shows it. */
export const folderToolRequest = createStore<FolderToolRequest | null>(null);
