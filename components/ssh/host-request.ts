import type { SshHost } from "@/lib/contracts/ssh";
import { createStore } from "@/lib/shared/store";

/** What the dialog is about: a new host, one like another, or one to change. */
export type HostRequest = { kind: "create"; like: SshHost | null; name: string } | { kind: "edit"; host: SshHost };

/** Whoever wants the dialog sets it. */
export const hostRequest = createStore<HostRequest | null>(null);
