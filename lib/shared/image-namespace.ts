import { parseImageReference } from "./image-reference";

const first = "users";
const longest = 40;

/**
 * How all names begin that somebody without an administrator's rights may give to images. No registry has images by such a name: Docker Hub's have two parts, and
 * what is before the first slash is no host. No two users have the same one: what is not their plain name has something of their id.
 */
export function imagePrefix({ id, username }: { id: string; username: string }): string {
  const lower = username.toLowerCase();
  const isPlain =
    lower === username &&
    username.length <= longest &&
    // The end that others are told apart by.
    !/-[0-9a-f]{6}$/.test(username) &&
    parseImageReference(`${first}/${username}/x`)?.tag === null;
  return `${first}/${isPlain ? username : `${slugOf(lower)}-${digitsOf(id)}`}/`;
}

/** Of lower-case text: what every name in Docker may have. */
export function slugOf(text: string): string {
  const slug = text.replaceAll(/[^a-z0-9]+/g, "-").slice(0, longest);
  return slug.replaceAll(/^-+|-+$/g, "") || "user";
}

/** FNV-1a: ids are random, and nobody chooses theirs. */
export function digitsOf(id: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(id)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, "0").slice(-6);
}
