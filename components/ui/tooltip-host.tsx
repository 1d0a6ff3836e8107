"use client";

import { useEffect, useLayoutEffect, useRef, useState } from "react";
import styles from "./tooltip.module.css";

type Tip = { text: string; anchor: DOMRect };

const delayMs = 400;
const gapPx = 6;

/**
 * One tooltip for the page: shows `data-tip` of what is hovered or has the keyboard's focus. The same words are the
 * element's accessible name, so it is hidden from screen readers.
 */
export function TooltipHost() {
  const [tip, setTip] = useState<Tip | null>(null);
  const bubble = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hide = () => {
      clearTimeout(timer);
      setTip(null);
    };
    const showFor = (target: EventTarget | null, waitMs: number) => {
      const element = target instanceof Element ? target.closest<HTMLElement>("[data-tip]") : null;
      hide();
      const text = element?.dataset["tip"];
      if (!element || !text) return;
      timer = setTimeout(
        () => element.isConnected && setTip({ text, anchor: element.getBoundingClientRect() }),
        waitMs,
      );
    };
    const onOver = (event: PointerEvent) => event.pointerType === "mouse" && showFor(event.target, delayMs);
    const onFocus = ({ target }: FocusEvent) =>
      target instanceof Element && target.matches(":focus-visible") && showFor(target, 0);
    const onKey = ({ key }: KeyboardEvent) => key === "Escape" && hide();
    const stop = new AbortController();
    const { signal } = stop;
    document.addEventListener("pointerover", onOver, { signal });
    document.addEventListener("pointerdown", hide, { signal });
    document.addEventListener("focusin", onFocus, { signal });
    document.addEventListener("focusout", hide, { signal });
    document.addEventListener("keydown", onKey, { signal });
    document.addEventListener("scroll", hide, { signal, capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, []);

  useLayoutEffect(() => {
    const node = bubble.current;
    if (node === null || tip === null) return;
    const { anchor } = tip;
    const { width, height } = node.getBoundingClientRect();
    const below = anchor.bottom + gapPx;
    const top = below + height > innerHeight ? anchor.top - gapPx - height : below;
    const left = Math.min(Math.max(4, anchor.left + anchor.width / 2 - width / 2), innerWidth - width - 4);
    node.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  }, [tip]);

  if (tip === null) return null;
  return (
    <div ref={bubble} className={styles["tip"]} aria-hidden>
      {tip.text}
    </div>
  );
}
