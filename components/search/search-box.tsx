"use client";

import { IconSearch, IconX } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { useFolderLocation } from "@/components/domain/folder/use-folder-location";
import { useFilePreferences } from "@/components/domain/entry/use-preferences";
import { isForList } from "@/components/domain/list/whose-key";
import { useCan } from "@/components/layout/use-can";
import { IconButton } from "@/components/ui/icon-button";
import { pages } from "@/lib/client/urls";
import { focusSearch, searchBoxId } from "@/components/domain/action/focus-search";
import { goToSearch } from "./search-location";
import { emptyQuery, formatQuery, parseQuery } from "./search-query";
import styles from "./search-box.module.css";

/** Somebody who types is not asked for after every letter. */
const typingMs = 180;

/** `/` leads into the search from every page; where a list has the keyboard it has taken the key already. */
function useSearchKey() {
  const { singleKeys } = useFilePreferences();
  useEffect(() => {
    if (!singleKeys) return undefined;
    const listen = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || !isForList(event)) return;
      event.preventDefault();
      focusSearch();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [singleKeys]);
}

/** The header's search: below the open folder as one types; from other pages with Enter. */
export function SearchBox() {
  const t = useTranslations("search");
  const can = useCan();
  const router = useRouter();
  const isBrowsing = usePathname().startsWith(pages.files());
  const location = useFolderLocation();
  const query = parseQuery(useSearchParams().toString());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** What is being typed; the address follows. */
  const [draft, setDraft] = useState<string | null>(null);
  useEffect(() => () => clearTimeout(timer.current), []);
  useSearchKey();
  if (!can("file_read")) return null;

  const isShown = isBrowsing && query !== null;
  const text = draft ?? (isShown ? query.text : "");
  const folder = isBrowsing && location.type === "folder" ? location.path : null;

  const show = (next: string) => {
    clearTimeout(timer.current);
    const wanted = { ...(isShown ? query : emptyQuery), text: next };
    if (!isBrowsing) router.push(`${pages.files()}?${formatQuery(wanted)}`);
    else if (next === "" && !isShown) return;
    else goToSearch(folder, wanted, { replace: isShown });
  };
  const close = () => {
    clearTimeout(timer.current);
    setDraft(null);
    if (isShown) goToSearch(folder, null, { replace: false });
  };

  return (
    <search className={styles["search"]} data-filled={text !== "" || undefined}>
      <label className={styles["field"]}>
        <IconSearch size={16} aria-hidden />
        <input
          id={searchBoxId}
          type="text"
          role="searchbox"
          value={text}
          maxLength={1000}
          placeholder={t(folder === null ? "everywhere" : "placeholder")}
          aria-label={t("label")}
          aria-keyshortcuts="/"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          onChange={({ currentTarget: { value } }) => {
            setDraft(value);
            clearTimeout(timer.current);
            if (isBrowsing) timer.current = setTimeout(() => show(value), typingMs);
          }}
          onBlur={() => {
            if (draft !== null && isBrowsing) show(draft);
            setDraft(null);
          }}
          onKeyDown={(event) => {
            if (event.key === "Escape") close();
            if (event.key === "Enter" && !event.nativeEvent.isComposing) show(text);
            if (event.key === "Escape" || event.key === "Enter" || event.key === "ArrowDown")
              event.currentTarget.blur();
          }}
        />
      </label>
      {text === "" ? null : (
        <IconButton className={styles["clear"]} label={t("close")} icon={<IconX size={15} />} onClick={close} />
      )}
    </search>
  );
}
