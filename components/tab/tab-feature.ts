import { IconBrowserPlus } from "@tabler/icons-react";
import { oneOnly } from "@/components/domain/action/available";
import type { ActionContext } from "@/components/domain/action/entry-action";
import { addressOfEntry } from "@/components/domain/tab/address-of-entry";
import { openTab } from "@/components/domain/tab/tab-moves";
import { feature } from "@/components/registry/feature";

function openInTab({ one }: ActionContext): void {
  if (one !== undefined) openTab(addressOfEntry(one));
}

export const tabFeature = feature({
  id: "tab",
  messages: ["tab"],
  shortcuts: [
    { text: "openInTab", keys: ["Ctrl+Shift+Enter"], order: 200 },
    { text: "newTab", keys: ["Alt+T"], order: 210 },
    { text: "closeTab", keys: ["Alt+W", "Alt+Shift+T"], order: 220 },
    { text: "switchTab", keys: ["Alt+1…9", "Alt+PgUp", "Alt+PgDn"], order: 230 },
    { text: "moveTab", keys: ["Alt+Shift+PgUp", "Alt+Shift+PgDn"], order: 240 },
  ],
  entryActions: [
    {
      id: "openInTab",
      icon: IconBrowserPlus,
      order: { entries: 12, results: 12 },
      keys: ["Ctrl+Shift+Enter"],
      when: oneOnly,
      run: openInTab,
    },
  ],
});
