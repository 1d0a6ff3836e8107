"use client";

/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard */

import type { editor } from "monaco-editor";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { MarkdownText } from "@/components/domain/markdown/markdown-text";
import type { VirtualPath } from "@/lib/shared/paths";
import { useLiveText } from "./use-live-text";
import styles from "./preview.module.css";

type Props = { code: editor.IStandaloneCodeEditor; model: editor.ITextModel; folder: VirtualPath; version: number };

/** The text of the editor laid out; it scrolls along with it, as far down as that is. */
export default function MarkdownPreview({ code, model, folder, version }: Props) {
  const t = useTranslations("editor.preview");
  const text = useLiveText(model);
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const listening = code.onDidScrollChange(({ scrollTopChanged }) => {
      const node = box.current;
      if (!scrollTopChanged || node === null) return;
      const length = code.getScrollHeight() - code.getLayoutInfo().height;
      node.scrollTop = length <= 0 ? 0 : (code.getScrollTop() / length) * (node.scrollHeight - node.clientHeight);
    });
    return () => listening.dispose();
  }, [code]);
  return (
    <section ref={box} className={styles["preview"]} aria-label={t("preview")} tabIndex={0}>
      <MarkdownText text={text} folder={folder} version={version} />
    </section>
  );
}
