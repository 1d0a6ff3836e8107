import { shownName } from "@/lib/shared/shown-name";
import styles from "./drag-image.module.css";

type Options = { row: Element; name: string; count: number };

/** Shows under the pointer what is dragged: the icon of the row, its name, and how many. */
export function showDragImage(dataTransfer: DataTransfer, { row, name, count }: Options): void {
  const card = document.createElement("div");
  card.className = styles["card"] ?? "";
  const icon = row.querySelector("svg, img")?.cloneNode(true);
  const text = document.createElement("span");
  text.textContent = shownName(name);
  card.append(...(icon === undefined ? [] : [icon]), text);
  if (count > 1) {
    const badge = document.createElement("b");
    badge.textContent = count.toLocaleString(document.documentElement.lang);
    card.append(badge);
  }
  document.body.append(card);
  dataTransfer.setDragImage(card, 14, 18);
  // The browser takes its picture after this event.
  setTimeout(() => card.remove());
}
