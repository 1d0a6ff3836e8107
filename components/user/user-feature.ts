import { IconShieldLock, IconUsers } from "@tabler/icons-react";
import { feature } from "@/components/registry/feature";
import { pages } from "@/lib/client/urls";

export const userFeature = feature({
  id: "user",
  nav: [
    {
      label: "users",
      href: pages.users(),
      icon: IconUsers,
      group: "administration",
      order: 10,
      isShown: (can) => can("user_manage"),
    },
    {
      label: "roles",
      href: pages.roles(),
      icon: IconShieldLock,
      group: "administration",
      order: 20,
      isShown: (can) => can("role_manage"),
    },
  ],
});
