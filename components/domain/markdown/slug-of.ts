/** A heading's anchor as GitHub makes it: lower case, without punctuation, spaces as hyphens. */
export function slugOf(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
    .replaceAll(" ", "-");
}
