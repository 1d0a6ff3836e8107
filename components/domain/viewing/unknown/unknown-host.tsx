"use client";

import { lazy, Suspense } from "react";
import { useStore } from "@/components/ui/use-store";
import { unknownQuestion } from "./unknown-question";

const UnknownDialog = lazy(() => import("./unknown-dialog"));

/** Shows the question about a file of an unknown type. */
export function UnknownHost() {
  const question = useStore(unknownQuestion);
  if (question === null) return null;
  return (
    <Suspense>
      <UnknownDialog key={question.name} question={question} />
    </Suspense>
  );
}
