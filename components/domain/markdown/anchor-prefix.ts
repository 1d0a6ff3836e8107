/** The sanitizer's prefix, so that headings and footnotes are found in the same way. */
export const anchorPrefix = "user-content-";
