import type { VirtualPath } from "@/lib/shared/paths";
import { createStore } from "@/lib/shared/store";

/** Whoever wants a command run sets the folder for it, null for a home folder; CommandHost asks which. */
export const commandRequest = createStore<{ folder: VirtualPath | null } | null>(null);
