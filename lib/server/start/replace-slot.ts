const slot = "__bp_slot__";

/** Whether a file of the build must be rewritten. */
export function hasSlot(content: Buffer): boolean {
  return content.includes(slot);
}

/**
 * Puts the base path where the build left its slot. The slot stands escaped in several ways; the longer ones go first, so
 * that none is cut in half. Throws when one is left over.
 */
export function replaceSlot(text: string, basePath: string): string {
  const escaped = basePath.replaceAll("/", "\\/");
  const out = text
    .replaceAll(`\\\\/${slot}`, basePath.replaceAll("/", "\\\\/"))
    .replaceAll(`\\/${slot}`, escaped)
    .replaceAll(`%2F${slot}`, encodeURIComponent(basePath))
    .replaceAll(`/${slot}`, basePath);
  if (out.includes(slot)) throw new Error("the build holds the base path in a form that is not known");
  return out;
}
