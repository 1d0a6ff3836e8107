import { cookies, headers } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { isLocale, localeCookie, negotiateLocale } from "@/lib/shared/locales";
import { pageDoor } from "@/lib/server/pages/page-door";
import { allMessages } from "@/lib/client/load-messages";

/** The user's language: the cookie, then that of the settings, then the browser's, then Chinese; without a prefix in the URL. */
export default getRequestConfig(async () => {
  const chosen = (await cookies()).get(localeCookie)?.value;
  const given = pageDoor()?.getLook().language ?? null;
  const locale = isLocale(chosen) ? chosen : (given ?? negotiateLocale((await headers()).get("accept-language")));
  return { locale, messages: await allMessages.load(locale) };
});
