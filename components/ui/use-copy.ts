"use client";

import { useEffect, useState } from "react";

const shownMs = 1500;

/** Copies text and says so for a moment. The clipboard needs https or localhost; without it a hidden field is copied. */
export function useCopy() {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = (text: string) => {
    writeClipboard(text).then(setCopied, () => setCopied(false));
  };
  return { isCopied, copy };
}

async function writeClipboard(text: string): Promise<boolean> {
  if (window.isSecureContext) {
    await navigator.clipboard.writeText(text);
    return true;
  }
  const field = document.createElement("textarea");
  field.value = text;
  field.style.position = "fixed";
  field.style.opacity = "0";
  const before = document.activeElement;
  (document.querySelector("[role=dialog]") ?? document.body).append(field); // inside a dialog's focus trap
  field.select();
  const isDone = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return isDone;
}
