import type { BackupSetting } from "@/lib/contracts/backup";

/** `passphrase`: null keeps the one that there is. */
export type BackupDraft = BackupSetting & { passphrase: string | null };

export type DraftProps = { value: BackupDraft; onChange: (change: Partial<BackupDraft>) => void };
