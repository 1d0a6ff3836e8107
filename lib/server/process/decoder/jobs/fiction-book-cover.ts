import { attributesOf, tagsOf } from "./tags";

/** The description comes first. */
const headBytes = 1024 * 1024;
const tagBytes = 500;

/** The picture that an FB2 book names as its cover: base64 at the book's end. Null where there is none. */
export function fictionBookCover(input: Buffer): Buffer | null {
  const head = input.subarray(0, headBytes);
  const [start, end] = [head.indexOf("<coverpage"), head.indexOf("</coverpage")];
  if (start === -1 || end < start) return null;
  const href = tagsOf(head.subarray(start, end), "image").map(attributesOf)[0]?.["href"];
  if (href?.startsWith("#") !== true) return null;
  for (let at = input.indexOf("<binary"); at !== -1; at = input.indexOf("<binary", at + 1)) {
    const [tag] = tagsOf(input.subarray(at, at + tagBytes), "binary");
    if (tag === undefined || attributesOf(tag)["id"] !== href.slice(1)) continue;
    const content = input.indexOf(">", at) + 1;
    const last = input.indexOf("</binary", content);
    return last === -1 ? null : Buffer.from(input.toString("latin1", content, last), "base64");
  }
  return null;
}
