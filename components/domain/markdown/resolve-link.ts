import {
  decodeSegment,
  isEntryName,
  joinVirtualPath,
  parentOf,
  splitVirtualPath,
  type VirtualPath,
} from "@/lib/shared/paths";

/** What a link or an image address in a document means. */
export type LinkTarget =
  | { to: "outside"; href: string }
  | { to: "anchor"; id: string }
  | { to: "entry"; path: VirtualPath; id: string | null }
  | { to: "nowhere" };

const outsideSchemes = /^(?:https?|mailto):/i;

/**
 * Resolves an address as written in a document that lies in `folder`. A leading slash means the root that the folder is in;
 * `..` above that root leads nowhere. Schemes that could run something lead nowhere.
 */
export function resolveLink(href: string, folder: VirtualPath): LinkTarget {
  const text = href.trim();
  if (outsideSchemes.test(text)) return { to: "outside", href: text };
  if (text.startsWith("//")) return { to: "outside", href: `https:${text}` };
  if (/^[a-z][a-z0-9+.-]*:/i.test(text)) return { to: "nowhere" };
  if (text === "") return { to: "nowhere" };
  const [withoutHash = "", ...hashes] = text.split("#");
  const id = hashes.length > 0 ? (decodeSegment(hashes.join("#")) ?? null) : null;
  const [pathText = ""] = withoutHash.split("?");
  if (pathText === "") return id === null ? { to: "nowhere" } : { to: "anchor", id };
  const path = walk(pathText, folder);
  return path === null ? { to: "nowhere" } : { to: "entry", path, id };
}

function walk(text: string, folder: VirtualPath): VirtualPath | null {
  let at: VirtualPath = folder;
  if (text.startsWith("/")) for (let up = parentOf(at); up !== null; up = parentOf(at)) at = up;
  for (const part of text.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === "..") {
      const parent = parentOf(at);
      if (parent === null) return null;
      at = parent;
      continue;
    }
    const name = decodeSegment(part);
    if (name === null || !isEntryName(name)) return null;
    at = joinVirtualPath(at, name);
  }
  return splitVirtualPath(at).segments.length === 0 && at === folder ? null : at;
}
