"use client";

import { useLocale } from "next-intl";
import { usePathname } from "next/navigation";
import { pages } from "@/lib/client/urls";
import { FirstWordsHint, RestWordsHint } from "@/lib/client/word-files";

/** Shows nothing: has the browser load the words of the page's language beside the code, and not after it. The file page begins with the first ones. */
export function LanguageFile() {
  const locale = useLocale();
  const [First, Rest] = [FirstWordsHint[locale], RestWordsHint[locale]];
  const isFilePage = usePathname().startsWith(pages.files());
  return (
    <>
      <First />
      {isFilePage ? null : <Rest />}
    </>
  );
}
