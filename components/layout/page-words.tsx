"use client";

import { IntlErrorCode, NextIntlClientProvider, useMessages, type IntlError } from "next-intl";
import { startTransition, use, useCallback, useEffect, useMemo, useState, type ReactNode } from "react";
import { KitHosts } from "@/components/ui/kit-hosts";
import { PartFrameContext } from "@/components/ui/lazy/part-frame";
import { allMessages, firstMessages } from "@/lib/client/load-messages";
import { mergeMessages } from "@/lib/shared/messages";
import { callBy } from "@/lib/shared/own-name";
import { LanguageContext, MoreWordsContext, type InlineWords } from "./language";
import { useLook } from "./look";
import { MutationErrors } from "./mutation-errors";
import { useCachedMe } from "./use-me";
import { WholeWords } from "./whole-words";

const aroundEvery = { Frame: WholeWords, isForEvery: true };
const aroundSome = { Frame: WholeWords, isForEvery: false };

/** What has no words yet says nothing until they come. */
const noText = () => "";

/**
 * The words of some pages: those that came with them, or without such the first of the language, which are a file that browsers keep; the page
 * waits for it as for its code. The rest comes with what is loaded later (`WholeWords`), and once a page wants a word that it has not.
 */
export function PageWords({ words, children }: { words?: InlineWords; children: ReactNode }) {
  const { locale } = use(LanguageContext);
  const base = useMessages();
  const { name, toasts } = useLook();
  const toastFactor = useCachedMe()?.toastFactor ?? 1;
  const [isWhole, setWhole] = useState(() => allMessages.loaded(locale) !== undefined);
  const inline = useMemo(() => mergeMessages(base, words?.messages ?? {}), [base, words]);
  // In a transition: parts that wait to be hydrated stay as the server has made them.
  useEffect(() => allMessages.subscribe(() => startTransition(() => setWhole(true))), []);

  const wantMore = useCallback(() => {
    // Without them the page stays as it is.
    allMessages.load(locale).catch(() => undefined);
  }, [locale]);
  const onError = useCallback(
    (error: IntlError) => {
      console.error(error); // oxlint-disable-line no-console -- as without this handler: tests fail by it
      if (error.code === IntlErrorCode.MISSING_MESSAGE) wantMore();
    },
    [wantMore],
  );
  const known = (isWhole ? allMessages.loaded(locale) : undefined) ?? (words?.locale === locale ? inline : undefined);
  // The server has no use for a part: what the browser loads later is in its HTML too.
  const wanted = words === undefined && typeof window !== "undefined" ? firstMessages : allMessages;
  // The last hook: React renders again when it is there, and must find none behind that it has not met.
  const messages = known ?? wanted.loaded(locale) ?? use(wanted.load(locale));
  return (
    <NextIntlClientProvider
      locale={locale}
      messages={callBy(messages, name, "compiled")}
      onError={onError}
      getMessageFallback={noText}
    >
      <MoreWordsContext value={wantMore}>
        <PartFrameContext value={words === undefined ? aroundEvery : aroundSome}>{children}</PartFrameContext>
        <MutationErrors />
        {/* The kit has no words of its own: a menu does not wait for any. */}
        <KitHosts toastFactor={toastFactor} toastTimes={toasts} />
      </MoreWordsContext>
    </NextIntlClientProvider>
  );
}
