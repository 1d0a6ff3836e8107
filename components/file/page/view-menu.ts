import type { MenuItem } from "@/components/ui/menu/menu-items";
import {
  changeSettings,
  columnNames,
  rememberFolder,
  shareView,
  viewModes,
  type FolderView,
  type ViewSettings,
} from "@/components/domain/folder/folder-memory";
import { allSortOrders } from "@/components/domain/entry/sort-rows";
import type { Words } from "@/components/domain/entry/words";
import type { VirtualPath } from "@/lib/shared/paths";

export const viewKeys = { "": "mosaic", list: "list", gallery: "gallery" } as const;

type Scene = {
  path: VirtualPath;
  view: FolderView;
  settings: ViewSettings;
  showHidden: boolean;
  onShowHidden: (isShown: boolean) => void;
  isMobile: boolean;
  onHelp: () => void;
};

/** Layout (on phones), order, what they hold for, hidden entries, details, density and columns in one menu. */
export function viewMenuItems(
  { path, view, settings, showHidden, onShowHidden, isMobile, onHelp }: Scene,
  { t }: Words,
): readonly MenuItem[] {
  const layouts = viewModes.map((mode) => ({
    id: `view-${mode}`,
    label: t(`view.${viewKeys[mode]}`),
    checked: view.view === mode,
    onSelect: () => rememberFolder(path, { view: mode }),
  }));
  return [
    ...(isMobile ? [...layouts, { id: "d0", divider: true } as const] : []),
    ...allSortOrders.map((sort) => ({
      id: `sort-${sort}`,
      label: t(`sortBy.${sort === "" ? "system" : sort}`),
      checked: view.sort === sort,
      onSelect: () => rememberFolder(path, { sort }),
    })),
    { id: "d1", divider: true },
    {
      id: "shared",
      label: t("allFolders"),
      checked: settings.isShared,
      onSelect: () => shareView(path, !settings.isShared),
    },
    {
      id: "hidden",
      label: t("showHidden"),
      checked: showHidden,
      onSelect: () => onShowHidden(!showHidden),
    },
    ...(view.view === "list"
      ? [
          {
            id: "details",
            label: t("details"),
            checked: settings.isDetailed,
            onSelect: () => changeSettings({ isDetailed: !settings.isDetailed }),
          },
        ]
      : []),
    ...(isMobile
      ? []
      : [
          {
            id: "compact",
            label: t("compact"),
            checked: settings.isCompact,
            onSelect: () => changeSettings({ isCompact: !settings.isCompact }),
          },
          { id: "d2", divider: true } as const,
          ...columnNames.map((column) => ({
            id: `column-${column}`,
            label: t("showColumn", { column: t(`column.${column}`) }),
            checked: settings.columns.includes(column),
            onSelect: () =>
              changeSettings({
                columns: columnNames.filter((one) => settings.columns.includes(one) !== (one === column)),
              }),
          })),
          { id: "d3", divider: true } as const,
          { id: "help", label: t("help.title"), shortcut: "?", onSelect: onHelp },
        ]),
  ];
}
