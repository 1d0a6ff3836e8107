import { parseVirtualPath, type VirtualPath } from "@/lib/shared/paths";

const maxTargets = 6;
const keyOf = (userId: string) => `filedeck.targets.${userId}`;

/** Folders into which a user moved or copied lately in this browser, newest first. */
export function readTargets(storage: Pick<Storage, "getItem">, userId: string): readonly VirtualPath[] {
  try {
    const value: unknown = JSON.parse(storage.getItem(keyOf(userId)) ?? "[]");
    const texts = Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
    return texts.map(parseVirtualPath).filter((path) => path !== null);
  } catch {
    return [];
  }
}

export function rememberTarget(
  storage: Pick<Storage, "getItem" | "setItem">,
  userId: string,
  target: VirtualPath,
): void {
  const others = readTargets(storage, userId).filter((path) => path !== target);
  try {
    storage.setItem(keyOf(userId), JSON.stringify([target, ...others].slice(0, maxTargets)));
  } catch {
    // Full or forbidden storage: the tree is there anyway.
  }
}
