import type { TablerIcon } from "@tabler/icons-react";
import type { Messages } from "next-intl";
import { createContext } from "react";
import type { Can } from "./use-can";

/** A page of a feature in the navigation. */
export type NavItem = {
  label: Exclude<keyof Messages["layout"]["nav"], "administration" | "places">;
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
