"use client";

import { useState } from "react";
import { createPortal } from "react-dom";
import { useStore } from "@/components/ui/use-store";
import { Problem } from "./problem";
import { dialogPlace, standingProblem } from "./problem-store";

const buttons = "[data-dialog-footer], [data-form-buttons]";

/** Why what was pressed in this dialog failed: above its buttons, wherever these are; else at its end. */
export function DialogProblem() {
  const problem = useStore(standingProblem);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const isHere = place !== null && problem?.place === place;
  const line = isHere ? <Problem key={problem.id} message={problem.message} /> : null;
  const footer = isHere ? [...(place.closest("[role=dialog]")?.querySelectorAll(buttons) ?? [])].at(-1) : undefined;
  return (
    <>
      <div ref={setPlace} {...{ [dialogPlace]: "" }} hidden />
      {footer === undefined ? line : createPortal(line, footer)}
    </>
  );
}
