import { IconArrowLeft, IconArrowRight, IconCopyPlus, IconRestore, IconX } from "@tabler/icons-react";
import type { useTranslations } from "next-intl";
import { canReopen, closeTabs, duplicateTab, reopenTab } from "@/components/domain/tab/tab-moves";
import type { MenuItem } from "@/components/ui/menu/menu-items";
import { moveTab } from "@/lib/client/tab/tab-store";
import type { Tab } from "@/lib/shared/tabs";

type Words = ReturnType<typeof useTranslations<"tab">>;

/** What can be done with one of the tabs. */
export function tabMenuItems(tabs: readonly Tab[], id: string, t: Words): readonly MenuItem[] {
  const at = tabs.findIndex((tab) => tab.id === id);
  const isRtl = document.documentElement.dir === "rtl";
  const others = tabs.filter((tab) => tab.id !== id).map((tab) => tab.id);
  const after = tabs.slice(at + 1).map((tab) => tab.id);
  const close = (ids: readonly string[]) => void closeTabs(ids); // it never rejects
  const [before, behind] = [
    {
      icon: isRtl ? <IconArrowRight size={16} /> : <IconArrowLeft size={16} />,
      label: isRtl ? t("moveRight") : t("moveLeft"),
    },
    {
      icon: isRtl ? <IconArrowLeft size={16} /> : <IconArrowRight size={16} />,
      label: isRtl ? t("moveLeft") : t("moveRight"),
    },
  ];
  const isFirst = at === 0;
  const isLast = at === tabs.length - 1;
  return [
    { id: "duplicate", label: t("duplicate"), icon: <IconCopyPlus size={16} />, onSelect: () => duplicateTab(id) },
    ...(isFirst ? [] : [{ id: "before", ...before, shortcut: "Alt+Shift+PgUp", onSelect: () => moveTab(id, at - 1) }]),
    ...(isLast ? [] : [{ id: "behind", ...behind, shortcut: "Alt+Shift+PgDn", onSelect: () => moveTab(id, at + 1) }]),
    { id: "line", divider: true },
    { id: "close", label: t("close"), icon: <IconX size={16} />, shortcut: "Alt+W", onSelect: () => close([id]) },
    { id: "others", label: t("closeOthers"), onSelect: () => close(others) },
    ...(isLast ? [] : [{ id: "after", label: isRtl ? t("closeLeft") : t("closeRight"), onSelect: () => close(after) }]),
    ...(canReopen()
      ? [
          {
            id: "reopen",
            label: t("reopen"),
            icon: <IconRestore size={16} />,
            shortcut: "Alt+Shift+T",
            onSelect: reopenTab,
          },
        ]
      : []),
  ];
}
