"use client";

/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard */

import { IconListTree } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { ActionMenu } from "@/components/ui/menu/action-menu";
import { useMedia } from "@/components/ui/use-media";
import type { VirtualPath } from "@/lib/shared/paths";
import { ParsedText } from "./markdown-text";
import { useParsedMarkdown } from "./use-parsed-markdown";
import styles from "./markdown.module.css";

type Props = { text: string; folder: VirtualPath; version: number };

/** A text that fills a viewer, with its contents: beside it where there is room, else in a menu. */
export function MarkdownPage(props: Props) {
  const t = useTranslations("markdown");
  const state = useParsedMarkdown(props.text);
  const isWide = useMedia("(min-width: 1100px)");
  const text = useRef<HTMLDivElement>(null);
  const headings = state.parsed?.headings ?? [];
  const top = Math.min(...headings.map(({ depth }) => depth));
  const hasContents = headings.length > 1;
  const go = (id: string) =>
    text.current?.querySelector(`[id="${CSS.escape(id)}"]`)?.scrollIntoView({ block: "start" });
  return (
    <div className={styles["page"]} data-wide={hasContents && isWide}>
      {hasContents && isWide ? (
        <nav className={styles["contents"]} aria-label={t("contents")}>
          <ol>
            {headings.map(({ id, depth, text: title }) => (
              <li key={id} style={{ paddingInlineStart: (depth - top) * 12 }}>
                <button type="button" dir="auto" onClick={() => go(id)}>
                  {title}
                </button>
              </li>
            ))}
          </ol>
        </nav>
      ) : null}
      <div ref={text} className={styles["scroll"]} tabIndex={0} data-autofocus>
        <ParsedText {...props} state={state} />
      </div>
      {hasContents && !isWide ? (
        <div className={styles["contentsMenu"]}>
          <ActionMenu
            label={t("contents")}
            icon={<IconListTree size={18} />}
            items={headings.map(({ id, depth, text: title }) => ({
              id,
              label: `${"\u2003".repeat(depth - top)}${title}`,
              onSelect: () => go(id),
            }))}
          />
        </div>
      ) : null}
    </div>
  );
}
