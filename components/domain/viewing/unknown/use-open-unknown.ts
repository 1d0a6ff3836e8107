"use client";

import { extensionOf } from "@/components/domain/entry/kinds";
import { useFilePreferences } from "@/components/domain/entry/use-preferences";
import { downloadEntries } from "@/components/domain/verbs/download-entries";
import { useWords } from "@/components/domain/entry/words";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import { nameOf, type VirtualPath } from "@/lib/shared/paths";
import { askUnknown } from "./unknown-question";

const maxExtensions = 200;

/**
 * What to do with a file that nothing shows: whether it is to be opened as text. Texts of an extension that was answered so
 * before open without a question; a download that was chosen instead has begun.
 */
export function useOpenUnknown(): (path: VirtualPath) => Promise<boolean> {
  const words = useWords();
  const { textExtensions, change } = useFilePreferences();
  return async (path) => {
    const name = nameOf(path);
    const extension = extensionOf(name);
    try {
      const { text: looksLikeText } = await api.file.guessText({ path });
      const isKnown = textExtensions.includes(extension);
      if (looksLikeText && isKnown) return true;
      const answer = await askUnknown({ name, looksLikeText });
      if (answer?.act === "download") void downloadEntries({ files: [path] }, words); // shows its own failures
      if (answer?.act !== "text") return false;
      if (answer.isRemembered && !isKnown)
        change({ textExtensions: [...textExtensions, extension].slice(-maxExtensions) });
      return true;
    } catch (error) {
      showToast({ kind: "error", message: words.errorText(error) });
      return false;
    }
  };
}
