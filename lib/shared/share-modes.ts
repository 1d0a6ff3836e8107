/** `download`: read and take along. `view`: read on the page only. `upload`: a drop box, nothing in it is shown. */
export const shareModes = ["download", "view", "upload"] as const;
export type ShareMode = (typeof shareModes)[number];
