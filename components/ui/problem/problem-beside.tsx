import { useLayoutEffect, useRef } from "react";
import { Problem } from "./problem";
import { endProblem, type StandingProblem } from "./problem-store";
import styles from "./problem.module.css";

const gapPx = 4;

/** Lies over the page beside what was pressed, and moves nothing. */
export function ProblemBeside({ problem: { message, place } }: { problem: StandingProblem }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (box.current === null ? undefined : keepBeside(box.current, place)), [place]);
  return (
    <div ref={box} className={styles["beside"]} popover="manual">
      <Problem message={message} />
    </div>
  );
}

/** Keeps the node below the place, or above it where that has no room, until the returned function is called. */
function keepBeside(node: HTMLElement, place: Element): () => void {
  // Above panels that are popovers themselves.
  node.showPopover();
  let frame = 0;
  const move = () => {
    frame = 0;
    // Another page, or the row is gone.
    if (!place.isConnected) return endProblem();
    const anchor = place.getBoundingClientRect();
    const { width, height } = node.getBoundingClientRect();
    const below = anchor.bottom + gapPx;
    const top = below + height > innerHeight ? anchor.top - gapPx - height : below;
    const start = getComputedStyle(place).direction === "rtl" ? anchor.right - width : anchor.left;
    const left = Math.max(gapPx, Math.min(start, innerWidth - width - gapPx));
    node.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
    node.style.visibility = anchor.bottom < 0 || anchor.top > innerHeight ? "hidden" : "visible";
  };
  const moveSoon = () => {
    if (frame === 0) frame = requestAnimationFrame(move);
  };
  const stop = new AbortController();
  const options = { signal: stop.signal, capture: true, passive: true };
  window.addEventListener("scroll", moveSoon, options);
  window.addEventListener("resize", moveSoon, options);
  const changes = new MutationObserver(moveSoon);
  changes.observe(document.body, { childList: true, subtree: true });
  move();
  return () => {
    stop.abort();
    changes.disconnect();
    cancelAnimationFrame(frame);
  };
}
