"use client";

import { useMemo, useRef } from "react";
import { useElementWidth } from "@/components/ui/use-element-width";
import { diffLines, withContext, type DiffRow } from "@/lib/shared/diff-lines";
import { shownName } from "@/lib/shared/shown-name";
import styles from "./diff.module.css";

/** Narrower than that, both sides stand below each other. */
const sideBySideFrom = 640;

export type DiffLabels = {
  /** Accessible name. */
  label: string;
  before: string;
  after: string;
  gone: string;
  added: string;
  /** Of lines that are left out. */
  skipped: (count: number) => string;
};

type Props = { before: string; after: string; labels: DiffLabels };

/** Where two short texts differ, line by line: beside each other, or below each other where there is no room. */
export function DiffView({ before, after, labels }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useElementWidth(frame);
  const isWide = width >= sideBySideFrom;
  const rows = useMemo(() => withContext(diffLines(before, after)), [before, after]);
  const shown = useMemo(() => (isWide ? rows : belowEachOther(rows)), [rows, isWide]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- it scrolls, with keys as well
    <div ref={frame} className={styles["frame"]} tabIndex={0} role="group" aria-label={labels.label} dir="ltr">
      {/* Until it is known how much room there is, nothing would have its place. */}
      <table className={styles["diff"]} data-wide={isWide || undefined} hidden={width === 0}>
        {isWide ? (
          <colgroup>
            <col className={styles["number"]} />
            <col />
            <col className={styles["number"]} />
            <col />
          </colgroup>
        ) : null}
        <thead className={isWide ? undefined : "visually-hidden"}>
          <tr>
            <th colSpan={2}>{labels.before}</th>
            <th colSpan={2}>{labels.after}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row, index) =>
            typeof row === "number" ? (
              <tr key={index} className={styles["skipped"]}>
                <td colSpan={4}>{labels.skipped(row)}</td>
              </tr>
            ) : isWide ? (
              <tr key={index}>
                <Side row={row} side="before" labels={labels} />
                <Side row={row} side="after" labels={labels} />
              </tr>
            ) : (
              <tr key={index}>
                <td className={styles["number"]}>{row.before?.number}</td>
                <td className={styles["number"]}>{row.after?.number}</td>
                <Line row={row} side={row.after === null ? "before" : "after"} labels={labels} span={2} />
              </tr>
            ),
          )}
        </tbody>
      </table>
    </div>
  );
}

type SideProps = { row: DiffRow; side: "before" | "after"; labels: DiffLabels };

function Side({ row, side, labels }: SideProps) {
  const line = row[side];
  // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a cell that is empty
  if (line === null) return <td colSpan={2} className={styles["nothing"]} />;
  return (
    <>
      <td className={styles["number"]}>{line.number}</td>
      <Line row={row} side={side} labels={labels} span={1} />
    </>
  );
}

function Line({ row, side, labels, span }: SideProps & { span: number }) {
  const kind = row.kind === "same" ? "same" : side === "before" ? "gone" : "added";
  return (
    <td className={styles["line"]} data-kind={kind} colSpan={span}>
      {kind === "same" ? null : <span className="visually-hidden">{labels[kind]} </span>}
      <span className={styles["sign"]} aria-hidden>
        {kind === "same" ? " " : kind === "gone" ? "−" : "+"}
      </span>
      {shownName(row[side]?.text ?? "")}
    </td>
  );
}

/** All that goes of a place before all that comes to it. */
function belowEachOther(rows: readonly (DiffRow | number)[]): (DiffRow | number)[] {
  const shown: (DiffRow | number)[] = [];
  let added: DiffRow[] = [];
  for (const row of rows) {
    if (typeof row !== "number" && row.kind === "changed") {
      if (row.before !== null) shown.push({ ...row, after: null });
      if (row.after !== null) added.push({ ...row, before: null });
      continue;
    }
    shown.push(...added, row);
    added = [];
  }
  return [...shown, ...added];
}
