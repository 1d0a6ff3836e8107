import { IconKey } from "@tabler/icons-react";
import { feature } from "@/components/registry/feature";
import { page } from "@/components/registry/page";
import { pages } from "@/lib/client/urls";

export const cryptoFeature = feature({
  id: "crypto",
  messages: ["crypto"],
  pages: [page({ path: "keys", permission: "ssh_proxy", load: () => import("./keys-page") })],
  nav: [
    {
      label: "crypto.nav",
      href: pages.keys(),
      icon: IconKey,
      group: "own",
      order: 50,
      isShown: (can) => can("ssh_proxy"),
    },
  ],
});
