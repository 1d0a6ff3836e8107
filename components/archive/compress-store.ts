import { createStore } from "@/lib/shared/store";
import type { VirtualPath } from "@/lib/shared/paths";

export type CompressRequest = {
  folder: VirtualPath;
  files: readonly VirtualPath[];
  /** Of the first entry, for the title and the archive's name. */
  name: string;
  isFolder: boolean;
};

/** Whoever wants to pack entries sets it; CompressHost asks how. */
export const compressRequest = createStore<CompressRequest | null>(null);
