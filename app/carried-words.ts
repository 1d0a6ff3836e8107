import { carriedErrors } from "@/lib/shared/carried-errors";

/** Which words are in the pages themselves, by their paths in messages/<locale>/; `carried-words.test.ts` holds them to what these pages say. */
const errors = carriedErrors.map((key) => `errors.${key}`);

/** In every page, the console's too: what is said when a page is missing, or breaks. */
export const everyPage: readonly string[] = ["ui", "layout.error"];

/** Sign-in and set-up. */
export const authPages: readonly string[] = [
  ...errors,
  "auth",
  "factor",
  "account.preferences.language",
  "layout.confirmTitle",
  "layout.confirmPassword",
  "layout.confirmGoOn",
];

/** Where an invitation leads. */
export const invitePages: readonly string[] = [
  ...errors,
  "errors.user/invitation",
  "errors.user/exists",
  "auth",
  "invite",
  "account.preferences.language",
];

/** A share's page. */
export const sharePages: readonly string[] = [
  ...errors,
  "visit",
  "account.preferences.language",
  "share.field.password",
  "open",
  "markdown",
  "pdf",
  ...["play", "pause", "info", "hideInfo", "strip"].map((name) => `picture.table.${name}`),
  ...["title", "dimensions", "megapixels", "size", "modified"].map((name) => `picture.info.${name}`),
  "upload",
  "file.view",
  "file.downloadTooMany",
  "file.uploadsFailed",
];
