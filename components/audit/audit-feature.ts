import { IconHistory } from "@tabler/icons-react";
import { feature } from "@/components/registry/feature";
import { page } from "@/components/registry/page";
import { pages } from "@/lib/client/urls";

export const auditFeature = feature({
  id: "audit",
  messages: ["audit"],
  pages: [page({ path: "audit", load: () => import("./audit-page") })],
  settingPlaces: [
    {
      id: "audit",
      words: "audit",
      terms: ["audit", "log", "retention"],
      href: pages.audit(),
      page: "audit.title",
      isShown: (can) => can("audit_read"),
    },
  ],
  nav: [
    {
      label: "audit",
      href: pages.audit(),
      icon: IconHistory,
      group: "administration",
      order: 30,
      isShown: (can) => can("audit_read"),
    },
  ],
});
