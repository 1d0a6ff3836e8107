"use client";

import { IconCheck } from "@tabler/icons-react";
import { useEffect, useLayoutEffect, useRef, type KeyboardEvent } from "react";
import { useKitTexts } from "@/components/ui/kit-texts";
import { useIsMobile } from "@/components/ui/use-media";
import { shownName } from "@/lib/shared/shown-name";
import { findByPrefix, isAction, placeMenu, type MenuAction } from "./menu-items";
import type { OpenMenu } from "./menu-store";
import styles from "./menu.module.css";

const typeAheadMs = 600;

type Close = (how?: { returnFocus?: boolean }) => void;

export default function MenuSurface({ menu, onClose }: { menu: OpenMenu; onClose: Close }) {
  const isMobile = useIsMobile();
  const texts = useKitTexts();
  const list = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: "", atMs: 0 });

  useLayoutEffect(() => {
    const node = list.current;
    if (node === null) return;
    if (!isMobile) {
      const { offsetWidth: width, offsetHeight: height } = node;
      const isRtl = document.documentElement.dir === "rtl";
      const place = placeMenu({
        anchor: menu.anchor,
        menu: { width, height },
        viewport: { width: innerWidth, height: innerHeight },
        isRtl,
      });
      node.style.left = `${place.left}px`;
      node.style.top = `${place.top}px`;
    }
    itemsOf(node)[0]?.focus({ preventScroll: true });
  }, [menu.anchor, isMobile]);

  useEffect(() => {
    const close = () => onClose({ returnFocus: false });
    const stop = new AbortController();
    window.addEventListener("resize", close, { signal: stop.signal });
    window.addEventListener("blur", close, { signal: stop.signal });
    return () => stop.abort();
  }, [onClose]);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const items = itemsOf(event.currentTarget);
    const current = items.findIndex((item) => item === document.activeElement);
    const goTo = (index: number) => items[(index + items.length) % items.length]?.focus();
    const { key } = event;
    if (key === "Escape" || key === "Tab") onClose();
    else if (key === "ArrowDown") goTo(current + 1);
    else if (key === "ArrowUp") goTo(current - 1);
    else if (key === "Home") goTo(0);
    else if (key === "End") goTo(-1);
    else if (key.length === 1 && key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const isFresh = event.timeStamp - typed.current.atMs > typeAheadMs;
      typed.current = { text: (isFresh ? "" : typed.current.text) + key, atMs: event.timeStamp };
      const found = findByPrefix(
        items.map((item) => item.dataset["label"] ?? ""),
        typed.current.text,
        current,
      );
      if (found >= 0) goTo(found);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <section aria-label={shownName(menu.label) || texts.menu}>
      <div
        className={styles["veil"]}
        data-mobile={isMobile || undefined}
        onPointerDown={(event) => {
          if (event.target === event.currentTarget) onClose();
        }}
        onContextMenu={(event) => event.preventDefault()}
      >
        <div
          ref={list}
          className={styles["menu"]}
          role="menu"
          tabIndex={-1}
          aria-label={shownName(menu.label) || undefined}
          onKeyDown={onKeyDown}
        >
          {menu.items.map((item) =>
            isAction(item) ? (
              <Item key={item.id} item={item} onClose={onClose} />
            ) : (
              <hr key={item.id} className={styles["divider"]} />
            ),
          )}
        </div>
      </div>
    </section>
  );
}

function Item({ item, onClose }: { item: MenuAction; onClose: Close }) {
  const reason = item.disabledReason ?? null;
  const isChoice = item.checked !== undefined;
  return (
    <button
      type="button"
      role={isChoice ? "menuitemradio" : "menuitem"}
      aria-checked={item.checked}
      aria-disabled={reason !== null || undefined}
      className={styles["item"]}
      data-danger={item.danger || undefined}
      data-label={item.label}
      tabIndex={-1}
      onPointerMove={({ currentTarget }) =>
        document.activeElement !== currentTarget && currentTarget.focus({ preventScroll: true })
      }
      onClick={() => {
        if (reason !== null) return;
        // The focus goes back first: what the action opens then returns it to the same place.
        onClose();
        item.onSelect();
      }}
    >
      <span className={styles["icon"]} aria-hidden>
        {item.checked === true ? <IconCheck size={16} /> : item.icon}
      </span>
      <span className={styles["label"]}>
        {item.label}
        {reason === null ? null : <small>{reason}</small>}
      </span>
      {item.shortcut === undefined ? null : (
        <span className={styles["shortcut"]} aria-hidden>
          {item.shortcut}
        </span>
      )}
    </button>
  );
}

function itemsOf(node: HTMLElement): HTMLElement[] {
  return [...node.querySelectorAll<HTMLElement>("[role^=menuitem]")];
}
