"use client";

import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { shownName } from "@/lib/shared/shown-name";
import styles from "./tooltip.module.css";

type Tip = { text: string; anchor: DOMRect };

const delayMs = 400;
const gapPx = 6;

/** Keys that move the focus. After others it is a dialog or a menu that gave it back, and nobody asked what it is on. */
const movesFocus = /^(?:Tab|Arrow\w+|Home|End)$/;

/**
 * One tooltip for the page: shows `data-tip` of what the pointer was moved to or the keyboard's focus has come to, not of
 * what turns up under a resting pointer when something above it closes. The same words are the element's accessible name,
 * so it is hidden from screen readers.
 */
export function TooltipHost() {
  const [tip, setTip] = useState<Tip | null>(null);
  const bubble = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let pointer = { x: Number.NaN, y: Number.NaN };
    let lastKey = "";
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
        () => element.isConnected && setTip({ text: shownName(text), anchor: element.getBoundingClientRect() }),
        waitMs,
      );
    };
    const onMove = ({ clientX: x, clientY: y }: PointerEvent) => {
      pointer = { x, y };
    };
    const onOver = ({ pointerType, clientX, clientY, target }: PointerEvent) => {
      // A move that brings the pointer to an element is told to it as "over" first: then the place is a new one.
      const isMoved = clientX !== pointer.x || clientY !== pointer.y;
      if (pointerType === "mouse" && isMoved) showFor(target, delayMs);
      else hide();
    };
    const onDown = (event: PointerEvent) => {
      lastKey = "";
      onMove(event);
      hide();
    };
    const onFocus = ({ target }: FocusEvent) =>
      target instanceof Element && movesFocus.test(lastKey) && target.matches(":focus-visible") && showFor(target, 0);
    const onKey = ({ key }: KeyboardEvent) => {
      lastKey = key;
      if (key === "Escape") hide();
    };
    const stop = new AbortController();
    // While capturing: what fills the window keeps its events from the page below.
    const options = { signal: stop.signal, capture: true, passive: true };
    document.addEventListener("pointermove", onMove, options);
    document.addEventListener("pointerover", onOver, options);
    document.addEventListener("pointerdown", onDown, options);
    document.addEventListener("focusin", onFocus, options);
    document.addEventListener("focusout", hide, options);
    document.addEventListener("keydown", onKey, options);
    document.addEventListener("scroll", hide, options);
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
