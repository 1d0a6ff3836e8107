/** What happens to an entry whose name is taken. */
export type ConflictChoice = "replace" | "skip" | "rename";
/** An upload may go on besides: files that are there already, by size and date, are passed over. */
export type UploadChoice = ConflictChoice | "resume";
