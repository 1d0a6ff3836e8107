/** What a backup has beside the database: one row with the keys and where it comes from. */
export const backupTable = "_filedeck_backup";
/** In the data folder: what the next start puts in place of the database and the key. */
export const staged = { db: "filedeck.db.restore", key: "secret.key.restore" } as const;
/** What was there before. */
export const replaced = ".before-restore";
