import type { Share } from "@/lib/contracts/share";
import { createStore } from "@/lib/shared/store";
import type { VirtualPath } from "@/lib/shared/paths";

/** What the dialog is about: entries to share (`canDrop`: they are exactly one folder), or a share to change. */
export type ShareRequest =
  | { kind: "create"; files: readonly VirtualPath[]; name: string; canDrop: boolean }
  | { kind: "edit"; share: Share };

/** The share of which something is missing, to lead to something again. */
export const relinkRequest = createStore<Share | null>(null);

/** Whoever wants the dialog sets it; ShareHost shows it. */
export const shareRequest = createStore<ShareRequest | null>(null);
