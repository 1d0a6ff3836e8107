"use client";

import { useLayoutEffect, useRef, type FocusEvent, type KeyboardEvent, type RefObject } from "react";
import { stepOf } from "@/components/ui/grid/grid-keys";

const controls = "a[href], button:not(:disabled), summary, input, select";
const typing = "input, select, textarea, [contenteditable]";
const rowsPerPage = 10;

type Options = {
  body: RefObject<HTMLElement | null>;
  count: number;
  /** Has a row drawn, wherever one looks. */
  onHold: (index: number) => void;
  scrollTo: (index: number) => void;
};

/** Arrows, Home, End, and the page keys lead from a control of one row to the same of another, whether that was drawn or not. */
export function useTableKeys({ body, count, onHold, scrollTo }: Options) {
  const wanted = useRef<{ index: number; control: number }>(null);

  const onFocus = ({ target }: FocusEvent) => {
    const index = Number(lineOf(target)?.dataset["index"] ?? -1);
    if (index >= 0) onHold(index);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { target, key } = event;
    const line = lineOf(target);
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (line === null || !(target instanceof Element) || target.matches(typing)) return;
    const step = stepOf(key, { index: Number(line.dataset["index"]), count, page: rowsPerPage });
    if (step === null) return;
    event.preventDefault();
    const index = Math.min(count - 1, Math.max(0, step));
    wanted.current = { index, control: [...line.querySelectorAll(controls)].indexOf(target) };
    onHold(index);
  };
  // Once the row is there, it gets the focus and is brought into sight.
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const { index, control } = wanted.current;
    const line = body.current?.querySelector(`tr[data-index="${index}"]`);
    if (line === null || line === undefined) return;
    wanted.current = null;
    const found = line.querySelectorAll<HTMLElement>(controls);
    (found[control] ?? found[0])?.focus();
    scrollTo(index);
  });
  return { onFocus, onKeyDown };
}

const lineOf = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>("tr[data-index]") : null;
