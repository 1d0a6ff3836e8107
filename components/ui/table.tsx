import type { ReactNode } from "react";
import styles from "./table.module.css";

export type Column<T> = {
  id: string;
  title: string;
  renderCell: (row: T) => ReactNode;
  /** Left out at 736 px and less. */
  wideOnly?: boolean;
  /** On a phone, where a row is a card, a line of its own. */
  isLine?: boolean;
  align?: "start" | "end";
  /** Of the table's, in CSS: the same for tables below one another. On a phone there are no columns. */
  width?: string;
  /** The title is for screen readers only. */
  isTitleHidden?: boolean;
};

type Props<T> = {
  /** Accessible name. */
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  rowKey: (row: T) => string | number;
};

/** A plain table. The first column names the row; on a phone each row is a card under that name. */
export function Table<T>({ label, columns, rows, rowKey }: Props<T>) {
  return (
    <div className={styles["scroller"]}>
      <table className={styles["table"]} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ id, title, wideOnly, align, width, isTitleHidden }) => (
              <th key={id} scope="col" data-wide={wideOnly || undefined} data-align={align} style={{ width }}>
                {isTitleHidden === true ? <span className="visually-hidden">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ id, renderCell, wideOnly, isLine, align }) => (
                <td key={id} data-wide={wideOnly || undefined} data-line={isLine || undefined} data-align={align}>
                  {renderCell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
