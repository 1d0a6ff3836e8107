"use client";

import { createContext, useContext, useMemo, useState, type ReactNode } from "react";
import { createPortal } from "react-dom";
import styles from "./grid-tools.module.css";

type Slot = { node: HTMLElement | null; setNode: (node: HTMLElement | null) => void };

const SlotContext = createContext<Slot | null>(null);

/** A page with a list and the tools above it: on a phone the choice of its order stands among them, and takes no line of its own. */
export function SortSlotProvider({ children }: { children: ReactNode }) {
  const [node, setNode] = useState<HTMLElement | null>(null);
  const slot = useMemo(() => ({ node, setNode }), [node]);
  return <SlotContext value={slot}>{children}</SlotContext>;
}

/** Where it stands. */
export function SortSlot() {
  const setNode = useContext(SlotContext)?.setNode;
  return setNode === undefined ? null : <div ref={setNode} className={styles["sort"]} />;
}

/** What stands there, or here where there are no such tools. */
export function InSortSlot({ children }: { children: ReactNode }) {
  const node = useContext(SlotContext)?.node ?? null;
  return node === null ? children : createPortal(children, node);
}
