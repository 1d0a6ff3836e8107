"use client";

import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import { useFormatSize } from "@/components/layout/use-format-size";
import { delimiters, encodings, type Delimiter } from "./guess";
import { maxTableBytes, type TableHead, type TableOrder, type TableWay } from "./table-data";
import type { OpenTable } from "./use-table";
import styles from "./table.module.css";

type Props = {
  head: TableHead;
  table: OpenTable;
  sizeBytes: number;
  order: TableOrder;
  onOrder: (order: TableOrder) => void;
  onWay: (change: TableWay) => void;
};

/** How the file is read, and which of its rows are shown. */
export function TableTools({ head, table, sizeBytes, order, onOrder, onWay }: Props) {
  const t = useTranslations("table");
  const format = useFormatter();
  const formatSize = useFormatSize();
  const { state, isArranging } = table;
  const delimiterNames: Record<Delimiter, string> = {
    ",": t("comma"),
    ";": t("semicolon"),
    "\t": t("tab"),
    "|": t("bar"),
  };
  const share = sizeBytes === 0 ? 1 : Math.min(1, state.readBytes / sizeBytes);
  return (
    <div className={styles["tools"]}>
      <TextInput
        className={styles["filter"]}
        aria-label={t("filter")}
        placeholder={t("filter")}
        leftSection={<IconSearch size={16} />}
        value={order.text}
        onChange={({ currentTarget }) => onOrder({ ...order, text: currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || order.text === "") return;
          event.preventDefault();
          onOrder({ ...order, text: "" });
        }}
      />
      <NativeSelect
        aria-label={t("delimiter")}
        value={head.delimiter}
        data={delimiters.map((value) => ({ value, label: delimiterNames[value] }))}
        onChange={({ currentTarget }) => {
          const delimiter = delimiters.find((one) => one === currentTarget.value);
          if (delimiter !== undefined) onWay({ delimiter });
        }}
      />
      <NativeSelect
        aria-label={t("encoding")}
        value={head.encoding}
        data={encodings.map((value) => ({ value, label: value.toUpperCase() }))}
        onChange={({ currentTarget }) => {
          const encoding = encodings.find((one) => one === currentTarget.value);
          if (encoding !== undefined) onWay({ encoding });
        }}
      />
      <Checkbox
        label={t("hasHeader")}
        checked={head.hasHeader}
        onChange={({ currentTarget }) => onWay({ hasHeader: currentTarget.checked })}
      />
      <output className={styles["count"]}>
        {!state.isComplete
          ? t("reading", { count: state.total, percent: format.number(share, { style: "percent" }) })
          : isArranging
            ? t("searching")
            : state.count === state.total
              ? t("rows", { count: state.total })
              : t("rowsOf", { count: state.count, total: state.total })}
        {state.isCut ? ` ${t("cut", { size: formatSize(maxTableBytes) })}` : ""}
      </output>
    </div>
  );
}
