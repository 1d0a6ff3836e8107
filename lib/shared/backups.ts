export const backupRhythms = ["days", "hours"] as const;
/** How many backups are kept, and every how many hours there may be one, at most. */
export const maxKeptBackups = 366;
export const maxBackupHours = 168;
/** Of passphrases: whoever has the file can try as many as they like. */
export const minPassphraseLength = 12;
/** A run that begins so much later than planned was missed. */
export const missedBackupMs = 15 * 60_000;
