import type { Messages } from "next-intl";
import type { ComponentType } from "react";
import type { EntryAction } from "@/components/domain/action/entry-action";
import type { FolderTool } from "@/components/domain/tool/folder-tool";
import type { Panel } from "@/components/domain/transfer/panel";
import type { PictureParts } from "@/components/domain/viewing/picture-parts";
import type { Viewer } from "@/components/domain/viewing/viewer";
import type { NavItem } from "@/components/layout/nav-item";
import type { TaskKind } from "@/components/layout/task-kind";
import type { Can } from "@/components/layout/use-can";
import type { VirtualPath } from "@/lib/shared/paths";
import type { Permission } from "@/lib/shared/permissions";
import type { ConsolePage } from "./page";

/** A line of the navigation; whether it is shown may depend on what other features have declared. */
export type NavEntry = Omit<NavItem, "isShown"> & { isShown: (can: Can, features: readonly Feature[]) => boolean };

/** A part of the settings page, for whoever has one of the permissions; with a smaller `order` it stands higher. */
export type SettingSection = {
  id: string;
  order: number;
  permission: Permission | readonly Permission[];
  /** Where its words are; `title` is its name there, and by all of them it is found. `keywords`: what else people call it, for nothing but that. */
  words: string;
  /** Technical terms that it is looked for by in every language. */
  terms?: readonly string[];
  /** The names of the settings that are set there, as a file of settings has them. */
  settings?: readonly string[];
  /** Shown to administrators alone. */
  rootOnly?: true;
  Screen: ComponentType;
};

/** What people look for among the settings, and is set on another page: a search leads there. It is found by its `title` and `keywords` alone. */
export type SettingPlace = Pick<SettingSection, "id" | "words" | "terms"> & {
  href: string;
  /** What that page is called: the path of a text. */
  page: string;
  isShown: (can: Can) => boolean;
};

/** A part of the account page, below those that everybody expects there. */
export type AccountSection = Pick<SettingSection, "id" | "order" | "Screen">;

/** A line in the list of keys. */
export type Shortcut = {
  text: Exclude<keyof Messages["file"]["help"], "title" | "singleKeys">;
  keys: readonly string[];
  order: number;
};

/** What the file page shows instead of a folder when the address asks for it. */
export type BrowseView = {
  /** `search`: the address's part behind the question mark. */
  accepts: (search: string) => boolean;
  Screen: ComponentType<{ folder: VirtualPath | null; search: string; onHelp: () => void }>;
};

/** Everything by which a feature reaches the rest of the screen. Heavy parts are loaded when they are wanted. */
export type Feature = {
  /** The name of its folder in `components/`. */
  id: string;
  /** The files of messages/ that it says something from, but those of the layers. */
  messages?: readonly (keyof Messages)[];
  pages?: readonly ConsolePage[];
  nav?: readonly NavEntry[];
  settingSections?: readonly SettingSection[];
  settingPlaces?: readonly SettingPlace[];
  accountSections?: readonly AccountSection[];
  shortcuts?: readonly Shortcut[];
  entryActions?: readonly EntryAction[];
  viewers?: readonly Viewer[];
  pictureParts?: PictureParts;
  folderTools?: readonly FolderTool[];
  panels?: readonly Panel[];
  browseViews?: readonly BrowseView[];
  /** The words, and what else the screen must know, of the tasks that its endpoints begin. */
  tasks?: readonly TaskKind[];
  /** Mounted once, on every page of the console: dialogs that may be asked for anywhere, and what listens. */
  hosts?: readonly ComponentType[];
  /** At the bottom of every page of the console; takes no room while it shows nothing. */
  docks?: readonly ComponentType[];
};

/** Declares a feature for the list in `components/features.ts`. */
export function feature(definition: Feature): Feature {
  return definition;
}
