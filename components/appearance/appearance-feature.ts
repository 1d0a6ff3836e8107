import { lazyPart } from "@/components/ui/lazy/lazy-part";
import { feature } from "@/components/registry/feature";

const forRoot = { permission: "sys_protection_dir", rootOnly: true } as const;

export const appearanceFeature = feature({
  id: "appearance",
  messages: ["appearance"],
  settingSections: [
    {
      ...forRoot,
      id: "brand",
      order: 1,
      words: "appearance.brand",
      settings: ["brand", "logo"],
      terms: ["logo", "branding", "favicon", "icon"],
      Screen: lazyPart(() => import("./brand-setting")),
    },
    {
      ...forRoot,
      id: "defaults",
      order: 2,
      words: "appearance.defaults",
      settings: ["visitorDefaults"],
      terms: ["dark mode", "light mode", "theme", "language", "locale", "i18n"],
      Screen: lazyPart(() => import("./defaults-setting")),
    },
    {
      ...forRoot,
      id: "toasts",
      order: 3,
      words: "appearance.toasts",
      settings: ["toasts"],
      terms: ["toast", "snackbar", "popup"],
      Screen: lazyPart(() => import("./toasts-setting")),
    },
    {
      ...forRoot,
      id: "links",
      order: 5,
      words: "appearance.links",
      settings: ["links"],
      terms: ["url", "base url", "domain", "share link"],
      Screen: lazyPart(() => import("./links-setting")),
    },
  ],
});
