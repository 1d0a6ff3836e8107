"use client";

import { Button } from "@mantine/core";
import { IconFileText } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { CannotShow } from "@/components/domain/viewing/cannot-show";
import { Overlay } from "@/components/domain/viewing/overlay";
import { useDownload } from "@/components/domain/viewing/use-download";
import { useInlineUrl } from "@/components/domain/viewing/use-inline-url";
import { useEntrySource } from "@/components/domain/entry/entry-source";
import { useViewer } from "@/components/domain/viewing/viewer";
import { ViewerBar } from "@/components/domain/viewing/viewer-bar";
import type { ViewerProps } from "@/components/domain/viewing/viewer-props";
import { useErrorText } from "@/components/layout/use-error-text";
import { IconButton } from "@/components/ui/icon-button";
import { LoadingState } from "@/components/ui/state/loading-state";
import type { TableOrder, TableWay } from "./table-data";
import { TableGrid } from "./table-grid";
import { TableTools } from "./table-tools";
import { useTable } from "./use-table";
import styles from "./table.module.css";

const asItIs: TableOrder = { text: "", sort: null };
const guessed: TableWay = {};

/** Rows of a CSV or TSV file: looked through, sorted, filtered, copied. */
export default function TableViewer(props: ViewerProps) {
  const { path, entry, onClose } = props;
  const t = useTranslations("table");
  const errorText = useErrorText();
  const download = useDownload(path);
  const { url, error, renew } = useInlineUrl(path, entry.mtime);
  const editor = useViewer(entry, "text");
  const isOfSession = useEntrySource() === null;
  const [way, setWay] = useState(guessed);
  const [order, setOrder] = useState(asItIs);
  const [cell, setCell] = useState("");
  const [isText, setText] = useState(false);
  const table = useTable({ url, name: entry.name, sizeBytes: entry.size, way });

  if (isText && editor !== null) return <editor.Screen {...props} onClose={() => setText(false)} />;
  const arrange = (next: TableOrder) => {
    setOrder(next);
    table.arrange(next);
  };
  const openText =
    isOfSession && editor !== null ? (
      <IconButton label={t("openAsText")} icon={<IconFileText size={18} />} onClick={() => setText(true)} />
    ) : undefined;
  const { head } = table;

  return (
    <Overlay label={entry.name} onClose={onClose}>
      <ViewerBar title={entry.name} onDownload={download} onClose={onClose}>
        {openText}
      </ViewerBar>
      <div className={styles["stage"]}>
        {error !== null || table.hasFailed ? (
          <CannotShow title={error === null ? t("failed") : errorText(error)} onRetry={renew} onDownload={download}>
            {openText === undefined ? null : (
              <Button variant="default" onClick={() => setText(true)}>
                {t("openAsText")}
              </Button>
            )}
          </CannotShow>
        ) : head === null ? (
          <LoadingState rows={12} />
        ) : (
          <>
            <TableTools
              head={head}
              table={table}
              sizeBytes={entry.size}
              order={order}
              onOrder={arrange}
              onWay={(change) => {
                setOrder(asItIs);
                setWay({ ...way, ...change });
              }}
            />
            <TableGrid
              key={`${head.delimiter} ${head.encoding} ${head.hasHeader}`}
              label={entry.name}
              table={table}
              head={head}
              sort={order.sort}
              onSort={(sort) => arrange({ ...order, sort })}
              onCell={setCell}
            />
            <output className={styles["whole"]} dir="auto" aria-label={t("cell")}>
              {cell.slice(0, 2000)}
            </output>
          </>
        )}
      </div>
    </Overlay>
  );
}
