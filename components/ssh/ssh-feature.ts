import { IconServer2 } from "@tabler/icons-react";
import { connectRequest } from "@/components/domain/connect-host/connect-host";
import { feature } from "@/components/registry/feature";
import { page } from "@/components/registry/page";
import { requestDialog } from "@/components/ui/dialog/request-dialog";
import { pages } from "@/lib/client/urls";
import { hostRequest } from "./host-request";

export const sshFeature = feature({
  id: "ssh",
  messages: ["ssh"],
  pages: [page({ path: "ssh", permission: "ssh_proxy", load: () => import("./hosts-page") })],
  nav: [
    {
      label: "ssh.nav",
      href: pages.ssh(),
      icon: IconServer2,
      group: "own",
      order: 45,
      isShown: (can) => can("ssh_proxy"),
    },
  ],
  hosts: [
    requestDialog(
      connectRequest,
      () => import("./connect/connect-dialog"),
      ({ id }) => id,
    ),
    requestDialog(hostRequest, () => import("./form/host-dialog")),
  ],
});
