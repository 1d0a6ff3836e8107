"use client";

import { lazyDialog } from "@/components/ui/lazy/lazy-dialog";
import { useStore } from "@/components/ui/use-store";
import { unknownQuestion } from "./unknown-question";

const UnknownDialog = lazyDialog(() => import("./unknown-dialog"));

/** Shows the question about a file of an unknown type. */
export function UnknownHost() {
  const question = useStore(unknownQuestion);
  if (question === null) return null;
  return <UnknownDialog key={question.name} question={question} onClose={() => question.answer(null)} />;
}
