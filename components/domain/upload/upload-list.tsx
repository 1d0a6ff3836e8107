"use client";

/* oxlint-disable react/incompatible-library -- the virtualizer is not memoized by a compiler here */
/* oxlint-disable jsx-a11y/no-static-element-interactions -- it hears of pointer and keys, and answers to none */

import { useVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useMemo, useRef } from "react";
import { placeFlat } from "@/components/ui/grid/grid-order";
import { useSteadyOrder } from "@/components/ui/grid/use-steady-order";
import { useIsMobile } from "@/components/ui/use-media";
import { UploadFolderRow } from "./upload-folder-row";
import { UploadRow, uploadRowHeight } from "./upload-row";
import { compareUploadRows, createUploadRows, type UploadRows } from "./upload-rows";
import type { UploadView } from "./upload-store";
import styles from "@/components/domain/transfer/panel.module.css";

const maxListHeight = 300;

/** Files and folders of the queue, of which only those in sight are drawn. Nothing moves while somebody is about to press something. */
export function UploadList({ view: { queue, version, fileSpeeds } }: { view: UploadView }) {
  const list = useRef<HTMLDivElement>(null);
  const readRows = useMemo(() => createUploadRows(queue.items), [queue]);
  const rows = readRows(version);
  const byId = useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows]);
  const placed = useMemo(() => placeFlat(rows, compareUploadRows), [rows]);
  const { order, hold } = useSteadyOrder(placed, (id) => byId.has(id), "");
  const height = uploadRowHeight[useIsMobile() ? "narrow" : "wide"];
  const virtualizer = useVirtualizer({
    count: order.length,
    getScrollElement: () => list.current,
    getItemKey: (index) => order[index]?.id ?? index,
    estimateSize: () => height,
    overscan: 4,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, height]);
  const totalHeight = virtualizer.getTotalSize();
  return (
    <div
      ref={list}
      className={styles["list"]}
      style={{ blockSize: Math.min(totalHeight, maxListHeight), flex: "none" }}
      onPointerMove={hold}
      onKeyDown={hold}
    >
      <ul style={{ position: "relative", blockSize: totalHeight, margin: 0, padding: 0, listStyle: "none" }}>
        {virtualizer.getVirtualItems().map(({ key, index, start }) => (
          <Row
            key={key}
            row={byId.get(order[index]?.id ?? "")}
            place={{ position: index + 1, count: order.length, top: start, height }}
            fileSpeeds={fileSpeeds}
          />
        ))}
      </ul>
    </div>
  );
}

type RowProps = {
  row: UploadRows[number] | undefined;
  place: { position: number; count: number; top: number; height: number };
  fileSpeeds: UploadView["fileSpeeds"];
};

function Row({ row, place, fileSpeeds }: RowProps) {
  if (row === undefined) return null;
  if (row.type === "folder") return <UploadFolderRow {...place} row={row} />;
  const { item } = row;
  return (
    <UploadRow
      {...place}
      id={item.id}
      name={item.label}
      state={item.state}
      sentBytes={item.sentBytes}
      sizeBytes={item.sizeBytes}
      error={item.error}
      isVerified={item.isVerified}
      finishing={item.finishing}
      bytesPerSecond={fileSpeeds.get(item.id) ?? 0}
    />
  );
}
