/* oxlint-disable jsx-a11y/prefer-tag-over-role -- an ARIA grid: tables cannot be virtual; the row itself says that it is selected */

import type { HTMLAttributes } from "react";
import { PickBox } from "./entry-parts";
import parts from "./entry-parts.module.css";

type Props = HTMLAttributes<HTMLDivElement> & {
  index: number;
  /** Rows above the first one: the header. */
  headerRows: 0 | 1;
  top: number;
  height: number;
  isPicked: boolean;
  /** The one row that Tab leads to. */
  isTabStop: boolean;
};

/** A row of a virtual list with its box to pick it. Clicks, drags and keys are the grid's; it finds the row by `data-index`. */
export function GridRow({ index, headerRows, top, height, isPicked, isTabStop, children, ...rest }: Props) {
  return (
    <div
      {...rest}
      role="row"
      aria-rowindex={index + 1 + headerRows}
      aria-selected={isPicked}
      data-index={index}
      tabIndex={isTabStop ? 0 : -1}
      style={{ transform: `translateY(${top}px)`, blockSize: height }}
    >
      <span role="gridcell" className={parts["check"]} data-part="check">
        <PickBox isPicked={isPicked} />
      </span>
      {children}
    </div>
  );
}
