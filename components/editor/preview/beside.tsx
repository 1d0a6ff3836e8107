"use client";

import { IconCode, IconEye } from "@tabler/icons-react";
import type { editor } from "monaco-editor";
import { useTranslations } from "next-intl";
import { useState, type ReactNode } from "react";
import { lazyScreen } from "@/components/layout/lazy-screen";
import { IconRadios } from "@/components/ui/icon-radios";
import { useIsMobile } from "@/components/ui/use-media";
import type { VirtualPath } from "@/lib/shared/paths";
import styles from "./preview.module.css";

const MarkdownPreview = lazyScreen(() => import("./markdown-preview"));
const icons = { text: IconCode, preview: IconEye };
const sides = ["text", "preview"] as const;

type Props = {
  isShown: boolean;
  code: editor.IStandaloneCodeEditor | null;
  folder: VirtualPath;
  version: number;
  /** The editor, which remains where it is. */
  children: ReactNode;
};

/** The editor and, if wanted, the preview beside it; on phones the one or the other. */
export function Beside({ isShown, code, folder, version, children }: Props) {
  const t = useTranslations("editor.preview");
  const isMobile = useIsMobile();
  const [side, setSide] = useState<(typeof sides)[number]>("preview");
  const model = code?.getModel() ?? null;
  const layout = !isShown ? "text" : isMobile ? side : "both";
  return (
    <div className={styles["sides"]} data-layout={layout}>
      {isShown && isMobile ? (
        <div className={styles["choice"]}>
          <IconRadios
            label={t("beside")}
            options={sides.map((id) => ({ id, label: t(id), Icon: icons[id] }))}
            chosen={side}
            onChoose={setSide}
          />
        </div>
      ) : null}
      <div className={styles["text"]} dir="ltr" data-ltr>
        {children}
      </div>
      {layout === "text" || code === null || model === null ? null : (
        <MarkdownPreview code={code} model={model} folder={folder} version={version} />
      )}
    </div>
  );
}
