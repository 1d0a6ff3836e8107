import type { VirtualPath } from "@/lib/shared/paths";
import type { QuotaAccount } from "./quota-account";

/** `counts`: whether what is in a folder counts: on this machine's disks. */
export type Limits = { account: QuotaAccount; counts: (path: VirtualPath) => boolean };
