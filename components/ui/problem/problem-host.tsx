"use client";

import { useEffect } from "react";
import { useStore } from "@/components/ui/use-store";
import { ProblemBeside } from "./problem-beside";
import { endProblem, problemBeside, standingProblem } from "./problem-store";
import { watchPresses } from "./watch-presses";

/** Follows what is pressed, and shows beside it why that failed, until the next act. One per page. */
export default function ProblemHost() {
  const problem = problemBeside(useStore(standingProblem));
  useEffect(
    () =>
      watchPresses((target) => {
        // In a dialog, what it says can be selected.
        if (!(target instanceof Element && target.closest("[data-problem]"))) endProblem();
      }),
    [],
  );
  return problem === null ? null : <ProblemBeside key={problem.id} problem={problem} />;
}
