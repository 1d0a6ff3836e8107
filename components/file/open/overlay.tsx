"use client";

/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-interactions -- <dialog> would lie above the dialogs and menus of the kit; the keys are those of the whole overlay */

import { useFocusTrap, useMergedRef } from "@mantine/hooks";
import { useEffect, useRef, type KeyboardEvent, type ReactNode, type SyntheticEvent } from "react";
import { createPortal } from "react-dom";
import styles from "./overlay.module.css";

type Props = {
  /** Accessible name: what is opened. */
  label: string;
  onClose: () => void;
  /** Keys that nothing inside used; Escape is taken care of. */
  onKey?: (event: KeyboardEvent<HTMLDivElement>) => void;
  children: ReactNode;
};

// Going to the next picture replaces the overlay: the focus belongs to what opened the first one.
let opener: Element | null = null;

const stop = (event: SyntheticEvent) => event.stopPropagation();
/** The page below is React's parent of the overlay, but none of what happens here is meant for it. */
const island = {
  onClick: stop,
  onDoubleClick: stop,
  onContextMenu: stop,
  onPointerDown: stop,
  onPointerUp: stop,
  onPointerMove: stop,
  onKeyUp: stop,
  onFocus: stop,
  onBlur: stop,
  onPaste: stop,
  onCopy: stop,
  onCut: stop,
  onDragStart: stop,
};

/** Files dropped on an overlay would otherwise replace the page. */
const noDrop = (event: SyntheticEvent) => {
  event.preventDefault();
  event.stopPropagation();
};

/** Everything that is opened fills the window: keeps the focus, closes by Escape, gives the focus back. */
export function Overlay({ label, onClose, onKey, children }: Props) {
  const node = useRef<HTMLDivElement>(null);
  const trap = useFocusTrap(true);
  const merged = useMergedRef(node, trap);

  useEffect(() => {
    const active = document.activeElement;
    if (active !== null && active !== document.body && active.closest("[data-open-overlay]") === null) opener = active;
    return () => {
      // After the next overlay, if there is one, has come.
      requestAnimationFrame(() => {
        if (document.querySelector("[data-open-overlay]") !== null) return;
        const isFree = document.activeElement === null || document.activeElement === document.body;
        if (isFree && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
        opener = null;
      });
    };
  }, []);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    event.stopPropagation();
    // Dialogs and menus above are React children, too, and handle their own keys.
    const isInside = event.target instanceof Node && node.current?.contains(event.target) === true;
    if (event.defaultPrevented || !isInside || event.nativeEvent.isComposing) return;
    if (event.key === "Escape") onClose();
    else onKey?.(event);
  };

  return createPortal(
    <div
      ref={merged}
      role="dialog"
      aria-modal="true"
      aria-label={label}
      tabIndex={-1}
      className={styles["overlay"]}
      data-open-overlay
      {...island}
      onDragOver={noDrop}
      onDrop={noDrop}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>,
    document.body,
  );
}
