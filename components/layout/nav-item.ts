import type { TablerIcon } from "@tabler/icons-react";
import type { Messages } from "next-intl";
import { createContext } from "react";
import type { Can } from "./use-can";

/** The word `nav` of a feature's own file. */
type OwnNavLabel = {
  [N in keyof Messages]: Messages[N] extends { nav: string } ? `${N}.nav` : never;
}[keyof Messages];
type NavLabels = {
  shared: Exclude<keyof Messages["layout"]["nav"], "administration" | "places" | "system">;
  own: OwnNavLabel;
};

export function isOwnLabel(label: NavItem["label"]): label is OwnNavLabel {
  return label.includes(".");
}

/** A page of a feature in the navigation. */
export type NavItem = {
  label: NavLabels[keyof NavLabels];
  href: string;
  icon: TablerIcon;
  /** Below the places, or under a title of its own. */
  group: "own" | "system" | "administration";
  /** Its position in the group, from above. */
  order: number;
  isShown: (can: Can) => boolean;
};

/** The pages of all features in the navigation, filled by the registry. */
export const NavItemsContext = createContext<readonly NavItem[]>([]);
