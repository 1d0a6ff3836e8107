import { IconSettings } from "@tabler/icons-react";
import { lazyPart } from "@/components/ui/lazy/lazy-part";
import { feature } from "@/components/registry/feature";
import { page } from "@/components/registry/page";
import { pages } from "@/lib/client/urls";

export const settingFeature = feature({
  id: "setting",
  messages: ["setting"],
  pages: [page({ path: "settings", load: () => import("./settings-page") })],
  nav: [
    {
      label: "settings",
      href: pages.settings(),
      icon: IconSettings,
      group: "administration",
      order: 40,
      // Each right opens a part of the settings.
      isShown: (can, features) =>
        features.some(({ settingSections = [] }) =>
          settingSections.some(({ permission }) => [permission].flat().some(can)),
        ),
    },
  ],
  settingSections: [
    {
      id: "locations",
      order: 5,
      permission: "sys_protection_dir",
      rootOnly: true,
      words: "setting.locations",
      terms: ["root", "mount", "volume", "nas"],
      Screen: lazyPart(() => import("./locations-setting")),
    },
    {
      id: "dav",
      order: 40,
      permission: "webdav_setting",
      words: "setting.dav",
      settings: ["dav"],
      terms: ["webdav", "nextcloud", "davfs"],
      Screen: lazyPart(() => import("./dav-setting")),
    },
    {
      id: "protected",
      order: 50,
      permission: "sys_protection_dir",
      words: "setting.protected",
      settings: ["protected_paths"],
      terms: ["immutable", "read-only", "lock"],
      Screen: lazyPart(() => import("./protected-paths")),
    },
  ],
});
