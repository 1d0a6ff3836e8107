import { createStore } from "@/lib/shared/store";
import type { VirtualPath } from "@/lib/shared/paths";

/** `taskId`: a job of the tool's that has begun already. */
export type FolderToolRequest = { tool: "fetch" | "spaceMap" | "duplicates"; path: VirtualPath; taskId?: string };

/** Whoever wants something done with a folder that takes a screen of its own sets it; FolderToolHost shows it. */
export const folderToolRequest = createStore<FolderToolRequest | null>(null);
