"use client";

import { Button } from "@mantine/core";
import { IconFileText } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { CannotShow } from "@/components/domain/viewing/cannot-show";
import { Overlay } from "@/components/domain/viewing/overlay";
import { useDownload } from "@/components/domain/viewing/use-download";
import { useInlineUrl } from "@/components/domain/viewing/use-inline-url";
import { useEntrySource } from "@/components/domain/entry/entry-source";
import { useViewer } from "@/components/domain/viewing/viewer";
import { ViewerBar } from "@/components/domain/viewing/viewer-bar";
import type { ViewerProps } from "@/components/domain/viewing/viewer-props";
import { useErrorText } from "@/components/layout/use-error-text";
import { useFormatSize } from "@/components/layout/use-format-size";
import { IconButton } from "@/components/ui/icon-button";
import { LoadingState } from "@/components/ui/state/loading-state";
import { useCopy } from "@/components/ui/use-copy";
import { maxTreeBytes } from "./parse-tree";
import { TreeTools } from "./tree-tools";
import { TreeView, type TreeControl } from "./tree-view";
import { useTree } from "./use-tree";
import styles from "./tree.module.css";

/** JSON, YAML or XML by its branches; what is none of them says where it is broken. */
export default function TreeViewer(props: ViewerProps) {
  const { path, entry, onClose } = props;
  const t = useTranslations("tree");
  const errorText = useErrorText();
  const formatSize = useFormatSize();
  const download = useDownload(path);
  const { url, error } = useInlineUrl(path, entry.mtime);
  const editor = useViewer(entry, "text");
  const isOfSession = useEntrySource() === null;
  const [isText, setText] = useState(false);
  const [hit, setHit] = useState(0);
  const control = useRef<TreeControl>(null);
  const { isCopied, copy } = useCopy();
  const tree = useTree({ url, name: entry.name, onGo: (index) => control.current?.goTo(index), onCopied: copy });

  if (isText && editor !== null) return <editor.Screen {...props} onClose={() => setText(false)} />;
  const canOpenText = isOfSession && editor !== null;
  const { failure } = tree;
  const place =
    failure?.why === "syntax" && failure.line !== null
      ? t("place", { line: failure.line, column: failure.column ?? 1 })
      : "";
  const title =
    failure?.why === "syntax"
      ? t("broken")
      : failure?.why === "tooLarge"
        ? t("tooLarge", { size: formatSize(maxTreeBytes) })
        : t("failed");

  return (
    <Overlay label={entry.name} onClose={onClose}>
      <ViewerBar title={entry.name} onDownload={download} onClose={onClose}>
        {canOpenText ? (
          <IconButton label={t("openAsText")} icon={<IconFileText size={18} />} onClick={() => setText(true)} />
        ) : undefined}
      </ViewerBar>
      <div className={styles["stage"]}>
        {error !== null || failure !== null ? (
          <CannotShow
            title={error === null ? title : errorText(error)}
            hint={
              failure?.why === "syntax" ? (
                <>
                  {place} <bdi>{failure.message}</bdi>
                </>
              ) : undefined
            }
            onDownload={download}
          >
            {canOpenText ? (
              <Button variant="default" onClick={() => setText(true)}>
                {t("openAsText")}
              </Button>
            ) : null}
          </CannotShow>
        ) : tree.count === null ? (
          <LoadingState rows={12} />
        ) : (
          <>
            <TreeTools
              tree={tree}
              hit={hit}
              isCopied={isCopied}
              onHit={(next) => {
                setHit(next);
                tree.post({ type: "reveal", hit: next });
              }}
              onCopy={(what) => tree.post({ type: "copy", what, index: control.current?.index() ?? 0 })}
            />
            <TreeView ref={control} label={entry.name} tree={tree} count={tree.count} />
          </>
        )}
      </div>
    </Overlay>
  );
}
