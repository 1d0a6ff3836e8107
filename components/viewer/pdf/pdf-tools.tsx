"use client";

import {
  IconArrowAutofitWidth,
  IconChevronDown,
  IconChevronUp,
  IconSearch,
  IconZoomIn,
  IconZoomOut,
} from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import { useState, type KeyboardEvent } from "react";
import { IconButton } from "@/components/ui/icon-button";
import type { PdfControl } from "./open-pdf";
import type { PdfState } from "./pdf-state";
import styles from "./pdf-viewer.module.css";

type Props = {
  state: PdfState;
  control: PdfControl | null;
  isFinding: boolean;
  onFinding: (isFinding: boolean) => void;
};

/** Page, zoom and search of a document. */
export function PdfTools({ state, control, isFinding, onFinding }: Props) {
  const t = useTranslations("pdf");
  const format = useFormatter();
  if (state.at !== "shown" || control === null) return <div className={styles["tools"]} />;
  const { page, pages, scale, isFitted, matches } = state;
  return (
    <div className={styles["tools"]}>
      <form
        key={page}
        className={styles["page"]}
        onSubmit={(event) => {
          event.preventDefault();
          control.goTo(Number(new FormData(event.currentTarget).get("page")) || page);
        }}
      >
        <input
          name="page"
          className={styles["field"]}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={page}
          aria-label={t("page")}
          size={String(pages).length + 1}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <span>{t("ofPages", { count: pages })}</span>
      </form>
      <span className={styles["zoom"]}>
        <IconButton
          label={t("zoomOut")}
          shortcut="−"
          icon={<IconZoomOut size={18} />}
          onClick={() => control.zoom(-1)}
        />
        <span className={styles["percent"]}>
          {format.number(scale, { style: "percent", maximumFractionDigits: 0 })}
        </span>
        <IconButton label={t("zoomIn")} shortcut="+" icon={<IconZoomIn size={18} />} onClick={() => control.zoom(1)} />
        <IconButton
          label={t("fitWidth")}
          shortcut="0"
          icon={<IconArrowAutofitWidth size={18} />}
          variant={isFitted ? "accent" : "plain"}
          aria-pressed={isFitted}
          onClick={control.fit}
        />
      </span>
      {isFinding ? (
        <FindField control={control} matches={matches} onClose={() => onFinding(false)} />
      ) : (
        <IconButton
          label={t("find")}
          shortcut="Ctrl F"
          icon={<IconSearch size={18} />}
          onClick={() => onFinding(true)}
        />
      )}
    </div>
  );
}

type FindProps = {
  control: PdfControl;
  matches: { current: number; total: number } | null;
  onClose: () => void;
};

function FindField({ control, matches, onClose }: FindProps) {
  const t = useTranslations("pdf");
  const [query, setQuery] = useState("");
  const find = (direction: "next" | "previous") => control.find(query, direction);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") find(event.shiftKey ? "previous" : "next");
    else if (event.key === "Escape") {
      control.find("", "new");
      onClose();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <search className={styles["find"]}>
      <input
        value={query}
        className={styles["field"]}
        type="search"
        autoComplete="off"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears because the user asked to search
        autoFocus
        placeholder={t("find")}
        aria-label={t("find")}
        onChange={({ currentTarget: { value } }) => {
          setQuery(value);
          control.find(value, "new");
        }}
        onKeyDown={onKeyDown}
      />
      <output className={styles["matches"]}>{matches === null || query === "" ? "" : t("matches", matches)}</output>
      <IconButton label={t("findPrevious")} icon={<IconChevronUp size={18} />} onClick={() => find("previous")} />
      <IconButton label={t("findNext")} icon={<IconChevronDown size={18} />} onClick={() => find("next")} />
    </search>
  );
}
