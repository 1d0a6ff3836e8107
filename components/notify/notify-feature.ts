import { lazy } from "react";
import { feature } from "@/components/registry/feature";
import { MessageHost } from "./message-host";

export const notifyFeature = feature({
  id: "notify",
  accountSections: [{ id: "notify", order: 10, Screen: lazy(() => import("./account/notify-section")) }],
  settingSections: [
    { id: "mail", order: 20, permission: "notify_setting", Screen: lazy(() => import("./setting/mail-setting")) },
    {
      id: "webhooks",
      order: 21,
      permission: "notify_setting",
      Screen: lazy(() => import("./setting/webhook-setting")),
    },
  ],
  hosts: [MessageHost],
});
