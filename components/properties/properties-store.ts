import { createStore } from "@/lib/shared/store";
import type { VirtualPath } from "@/lib/shared/paths";

/** Whoever wants to show an entry's properties sets it; PropertiesHost shows them. */
export const propertiesRequest = createStore<{ path: VirtualPath } | null>(null);
