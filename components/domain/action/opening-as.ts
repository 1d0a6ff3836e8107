import { kindOf } from "@/components/domain/entry/kinds";
import { canOpenAs, type OpenWay } from "@/components/domain/entry/open-rule";
import type { EntryAction } from "./entry-action";

/** When one entry can be opened in another way than that of its type, and how. */
export function openingAs(way: OpenWay): Pick<EntryAction, "when" | "run"> {
  return {
    when: ({ chosen: [first, second] }) =>
      first !== undefined && second === undefined && canOpenAs(first.name, kindOf(first), way) ? "enabled" : "hidden",
    run: ({ one, page }) => one && page.open(one, { as: way }),
  };
}
