import type { VirtualPath } from "@/lib/shared/paths";
import { createStore } from "@/lib/shared/store";

export type DownloadRequest = {
  files: readonly VirtualPath[];
  /** The folder whose entries these are, all of them. */
  whole?: VirtualPath | undefined;
};

/** Whoever wants entries in a format to be chosen sets it; DownloadHost asks for it. */
export const downloadRequest = createStore<DownloadRequest | null>(null);
