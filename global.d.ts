import type { Locale } from "@/lib/shared/locales";
import type { Messages } from "@/messages/en";

declare module "next-intl" {
  interface AppConfig {
    Locale: Locale;
    Messages: Messages;
  }
}

declare module "@tanstack/react-query" {
  interface Register {
    /** Who says the failure: the toast unless a form or dialog does. */
    mutationMeta: { errorOwner?: "form" };
  }
}
