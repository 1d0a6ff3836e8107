"use client";

import "katex/dist/katex.min.css";

/** Loads how formulas look, and their fonts, for texts that have any. */
export default function MathStyle() {
  return null;
}
