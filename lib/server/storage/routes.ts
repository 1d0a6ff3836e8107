import type { VirtualPath } from "@/lib/shared/paths";
import type { Storage } from "./storage";

/** Finds the storage of one adapter, by a path or by a place id; none is file/not-found, or null. */
export type Routes = { of: (path: VirtualPath) => Storage; ofPlace: (place: string) => Storage | null };
