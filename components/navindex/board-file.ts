import type { NavItem } from "@/lib/contracts/navindex";
import { linkColors, linkIcons, parseLinkUrl } from "@/lib/shared/navindex";
import { randomId } from "@/lib/shared/units";

const mark = "start-page";

export function writeBoardFile(items: readonly NavItem[]): string {
  return `${JSON.stringify({ filedeck: mark, items }, null, 2)}\n`;
}

/** What was exported, with ids of its own; null for anything else. Icons and colours that nobody knows are left out. */
export function readBoardFile(text: string): NavItem[] | null {
  try {
    const file: unknown = JSON.parse(text);
    return isRecord(file) && file["filedeck"] === mark ? itemsOf(file["items"]) : null;
  } catch {
    return null;
  }
}

/** Throws where something is not what it should be. */
function itemsOf(found: unknown): NavItem[] {
  if (!Array.isArray(found)) throw new Error("no list");
  return found.map((item: unknown): NavItem => {
    if (!isRecord(item) || typeof item["title"] !== "string") throw new Error("no item");
    const id = randomId(12);
    const { title } = item;
    const color = linkColors.find((one) => one === item["color"]) ?? "gray";
    if (item["kind"] === "folder") return { id, kind: "folder", title, color, items: itemsOf(item["items"]) };
    const url = typeof item["url"] === "string" ? parseLinkUrl(item["url"]) : null;
    if (url === null) throw new Error("no address");
    return { id, kind: "link", title, url, icon: linkIcons.find((one) => one === item["icon"]) ?? null, color };
  });
}

function isRecord(value: unknown): value is Record<string, unknown> & { title?: unknown } {
  return typeof value === "object" && value !== null;
}
