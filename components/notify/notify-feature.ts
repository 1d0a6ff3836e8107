import { lazyPart } from "@/components/ui/lazy/lazy-part";
import { feature } from "@/components/registry/feature";
import { MessageHost } from "./message-host";

export const notifyFeature = feature({
  id: "notify",
  accountSections: [{ id: "notify", order: 10, Screen: lazyPart(() => import("./account/notify-section")) }],
  settingSections: [
    {
      id: "mail",
      order: 20,
      permission: "notify_setting",
      words: "notify.mailServer",
      settings: ["mail"],
      terms: ["smtp", "email", "e-mail", "mail", "ssl", "tls"],
      Screen: lazyPart(() => import("./setting/mail-setting")),
    },
    {
      id: "webhooks",
      order: 21,
      permission: "notify_setting",
      words: "notify.webhooks",
      terms: ["webhook", "http", "json", "slack", "ntfy", "gotify"],
      Screen: lazyPart(() => import("./setting/webhook-setting")),
    },
  ],
  hosts: [MessageHost],
});
