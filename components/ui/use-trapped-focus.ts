"use client";

import { useCallback } from "react";
import { tabStopsOf } from "./focusables";

const first = "[data-autofocus]";

/**
 * The ref of what lies over the page and keeps the focus: takes it as soon as it is there, so that no key goes to the page below, unless something
 * inside has it already. It begins at what is marked with `data-autofocus`, also if that comes later, as long as nobody has used a key or the pointer; else at
 * the first control.
 */
export function useTrappedFocus(): (host: HTMLElement | null) => (() => void) | undefined {
  return useCallback((host) => (host === null ? undefined : trapFocus(host)), []);
}

function trapFocus(host: HTMLElement): () => void {
  const stop = new AbortController();
  if (!host.contains(document.activeElement)) begin(host).focus({ preventScroll: true });
  const fallback = document.activeElement;
  const late = new MutationObserver(() => {
    const wanted = host.querySelector<HTMLElement>(first);
    if (wanted === null) return;
    late.disconnect();
    if (document.activeElement === fallback) wanted.focus({ preventScroll: true });
  });
  if (fallback instanceof Element && !fallback.matches(first)) late.observe(host, { childList: true, subtree: true });
  for (const kind of ["keydown", "pointerdown"])
    host.addEventListener(kind, () => late.disconnect(), { once: true, signal: stop.signal });
  document.addEventListener("keydown", (event) => leadRound(host, event), { signal: stop.signal });
  return () => {
    stop.abort();
    late.disconnect();
  };
}

const begin = (host: HTMLElement) => host.querySelector<HTMLElement>(first) ?? tabStopsOf(host)[0] ?? host;

/** Tab leads from the last control to the first, and back. */
function leadRound(host: HTMLElement, event: KeyboardEvent): void {
  if (event.key !== "Tab" || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
  const active = document.activeElement;
  const isInside = host.contains(active);
  // What lies above it, such as another dialog, has its own.
  if (!isInside && active !== document.body) return;
  const stops = tabStopsOf(host);
  const [start, end] = event.shiftKey ? [stops.at(-1), stops[0]] : [stops[0], stops.at(-1)];
  const isAtEnd = active === host || !isInside || end === undefined || isSameStop(active, end);
  if (!isAtEnd) return;
  event.preventDefault();
  (start ?? host).focus();
}

/** The radio buttons of a group are one stop. */
function isSameStop(active: Element | null, end: HTMLElement): boolean {
  if (active === end) return true;
  const isRadio = (one: unknown): one is HTMLInputElement => one instanceof HTMLInputElement && one.type === "radio";
  return isRadio(active) && isRadio(end) && active.name === end.name && active.form === end.form;
}
