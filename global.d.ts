import type { Locale } from "@/lib/shared/locales";
import type messages from "@/messages/en.json";

declare module "next-intl" {
  interface AppConfig {
    Locale: Locale;
    Messages: typeof messages;
  }
}

declare module "@tanstack/react-query" {
  interface Register {
    /** Who says the failure: the toast unless a form or dialog does. */
    mutationMeta: { errorOwner?: "form" };
  }
}
