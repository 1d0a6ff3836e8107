import { Fragment, type ReactNode } from "react";
import type { AnsiPiece } from "@/lib/shared/ansi/parse-ansi";
import { plainStyle } from "@/lib/shared/ansi/style";
import { ansiLook } from "./ansi-look";

type Props = {
  pieces: readonly AnsiPiece[];
  /** What is shown of a piece, where that is not its text alone. `from`: where it begins in all of them. */
  renderPiece?: (text: string, from: number) => ReactNode;
};

/** What a program wrote, in its colours. */
export function AnsiText({ pieces, renderPiece }: Props) {
  let from = 0;
  return pieces.map(({ text, style }, index) => {
    const shown = renderPiece === undefined ? text : renderPiece(text, from);
    from += text.length;
    if (style === plainStyle) return <Fragment key={index}>{shown}</Fragment>;
    return (
      <span key={index} style={ansiLook(style)}>
        {shown}
      </span>
    );
  });
}
