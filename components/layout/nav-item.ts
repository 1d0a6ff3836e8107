import type { TablerIcon } from "@tabler/icons-react";
import type { Messages } from "next-intl";
import { createContext } from "react";
import type { Can } from "./use-can";

type PlainLabel = Exclude<keyof Messages["layout"]["nav"], "administration" | "places">;
/** A word of the layout's, or `nav` of the feature's own file. */
type NavLabel = {
  [N in keyof Messages]: N extends "layout" ? PlainLabel : Messages[N] extends { nav: string } ? `${N}.nav` : never;
}[keyof Messages];

export function isOwnLabel(label: NavItem["label"]): label is Exclude<NavLabel, PlainLabel> {
  return label.includes(".");
}

/** A page of a feature in the navigation. */
export type NavItem = {
  label: NavLabel;
  href: string;
  icon: TablerIcon;
  /** Below the places, or under the title of administration. */
  group: "own" | "administration";
  /** Its position in the group, from above. */
  order: number;
  isShown: (can: Can) => boolean;
};

/** The pages of all features in the navigation, filled by the registry. */
export const NavItemsContext = createContext<readonly NavItem[]>([]);
