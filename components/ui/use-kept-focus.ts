"use client";

import { useLayoutEffect, type RefObject } from "react";

const mark = "data-autofocus";

/**
 * A focus trap of Mantine begins by a timer, and then takes the focus to its first control: also away from what has taken it meanwhile, such as an
 * editor that was there at once. It spares what is marked, so what had the focus last is.
 */
export function useKeptFocus(host: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const node = host.current;
    if (node === null) return undefined;
    let kept: Element | null = null;
    const keep = (element: Element) => {
      kept?.removeAttribute(mark);
      kept = element.hasAttribute(mark) ? null : element;
      kept?.setAttribute(mark, "");
    };
    const active = document.activeElement;
    if (active !== null && active !== node && node.contains(active)) keep(active);
    const listen = ({ target }: FocusEvent) => {
      if (target instanceof Element && target !== node) keep(target);
    };
    node.addEventListener("focusin", listen);
    return () => {
      node.removeEventListener("focusin", listen);
      kept?.removeAttribute(mark);
    };
  }, [host]);
}
