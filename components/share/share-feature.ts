import { IconShare } from "@tabler/icons-react";
import { feature } from "@/components/registry/feature";
import { page } from "@/components/registry/page";
import { requestDialog } from "@/components/ui/dialog/request-dialog";
import { pages } from "@/lib/client/urls";
import { shareAction } from "./share-action";
import { relinkRequest, shareRequest } from "./share-store";

export const shareFeature = feature({
  id: "share",
  messages: ["share"],
  pages: [page({ path: "shares", permission: "file_share", load: () => import("./shares-page") })],
  nav: [
    {
      label: "shares",
      href: pages.shares(),
      icon: IconShare,
      group: "own",
      order: 10,
      isShown: (can) => can("file_share"),
    },
  ],
  entryActions: [shareAction],
  hosts: [
    requestDialog(shareRequest, () => import("./share-dialog")),
    requestDialog(relinkRequest, () => import("./relink-dialog")),
  ],
});
