"use client";

/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-interactions -- <dialog> would lie above the dialogs and menus of the kit; the keys are those of the whole overlay */

import { useMergedRef } from "@mantine/hooks";
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent as ReactKeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
} from "react";
import { createPortal } from "react-dom";
import { ownTheme } from "@/components/ui/theme";
import { useShownTheme } from "@/components/ui/use-shown-theme";
import { useTrappedFocus } from "@/components/ui/use-trapped-focus";
import { shownName } from "@/lib/shared/shown-name";
import styles from "./overlay.module.css";

type Props = {
  /** Accessible name: what is opened. */
  label: string;
  onClose: () => void;
  /** A dark table for pictures and films, whatever the theme. */
  isDark?: boolean;
  /** Off where Escape has a meaning inside. */
  closesOnEscape?: boolean;
  /** Keys that nothing inside used; Escape is taken care of unless it is off. */
  onKey?: (event: KeyboardEvent) => void;
  children: ReactNode;
};

// The kit's own styles go by its own attribute.
const darkTheme = { "data-theme": "dark", "data-mantine-color-scheme": "dark", style: ownTheme };

// Going to the next picture replaces the overlay: the focus belongs to what opened the first one.
let opener: Element | null = null;

const stop = (event: SyntheticEvent) => event.stopPropagation();
/**
 * For React only: a viewer's listeners on `document` and `window`, such as those that follow a drag or take what is pasted,
 * still get the event, which `stopPropagation` would take from them.
 */
const stopInReact = (event: SyntheticEvent) => {
  event.isPropagationStopped = () => true;
};
/** The page below is React's parent of the overlay, but none of what happens here is meant for it. */
const island = {
  onClick: stop,
  onDoubleClick: stop,
  onContextMenu: stop,
  onPointerDown: stop,
  onPointerUp: stopInReact,
  onPointerMove: stopInReact,
  onKeyUp: stopInReact,
  onFocus: stop,
  onBlur: stop,
  onPaste: stopInReact,
  onCopy: stopInReact,
  onCut: stopInReact,
  onDragStart: stop,
};

/** Files dropped on an overlay would otherwise replace the page. */
const noDrop = (event: SyntheticEvent) => {
  event.preventDefault();
  event.stopPropagation();
};

/** Everything that is opened fills the window: keeps the focus, closes by Escape, gives the focus back. */
export function Overlay({ label, onClose, isDark = false, closesOnEscape = true, onKey, children }: Props) {
  const node = useRef<HTMLDivElement>(null);
  const theme = useShownTheme();
  const trap = useTrappedFocus();
  const merged = useMergedRef(node, trap);
  // While rendering: by the time of the effects the trap may have moved the focus.
  const [focused] = useState(() => document.activeElement);

  // From picture to picture nothing of the page is seen between.
  const [isNext] = useState(() => document.querySelector("[data-open-overlay]") !== null);

  // Before anybody else sees that the focus is gone.
  useLayoutEffect(() => {
    const isOfThePage = focused !== document.body && focused?.closest("[data-open-overlay]") === null;
    if (isOfThePage) opener = focused;
    return () => {
      // After the next overlay, if there is one, has come.
      requestAnimationFrame(() => {
        if (document.querySelector("[data-open-overlay]") !== null) return;
        const isFree = document.activeElement === null || document.activeElement === document.body;
        // A row, or a link, opened it: then the list's own place, which followed what was looked at.
        const isKept = opener?.isConnected === true && !opener.matches("[data-index]");
        const target = isKept ? opener : document.querySelector("[role=grid] [data-index][tabindex='0']");
        if (isFree && target instanceof HTMLElement) target.focus({ preventScroll: true });
        opener = null;
      });
    };
  }, [focused]);

  const handleKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    if (event.key === "Escape" && closesOnEscape) onClose();
    else onKey?.(event);
  };
  const handleLostKey = useEffectEvent((event: KeyboardEvent) => {
    // What had the focus is gone, for instance a picture that could not be shown.
    if (event.target !== document.body) return;
    node.current?.focus();
    handleKey(event);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handleLostKey(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);

  const onKeyDown = (event: ReactKeyboardEvent) => {
    event.stopPropagation();
    // Dialogs and menus above are React children, too, and handle their own keys.
    if (event.target instanceof Node && node.current?.contains(event.target) === true) handleKey(event.nativeEvent);
  };

  return createPortal(
    <div
      ref={merged}
      role="dialog"
      aria-modal="true"
      aria-label={shownName(label)}
      tabIndex={-1}
      className={styles["overlay"]}
      data-open-overlay
      data-next={isNext || undefined}
      {...(isDark && theme !== "contrast" ? darkTheme : {})}
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
