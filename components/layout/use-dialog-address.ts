"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useMemo, useState } from "react";
import { detailsField } from "@/lib/shared/details-address";

/** In the state of a step that opening a dialog has made: whether the dialog is open there, or was closed. */
const stateKey = "filedeckDialog";

/** What is open above a page: the details of one thing, which the address names, or something else, which it does not. */
export type OpenDialog<Other> = {
  details: string | null;
  other: Other | null;
  openDetails: (id: string) => void;
  openOther: (other: Other) => void;
  close: () => void;
};

/**
 * Opening the details is a step of the history: Back closes them. Going from one to the next is none, and neither is closing: a second Back leaves
 * the page, and opening and closing many does not fill the history. All else in the address stays. Through the History API, which Next's
 * router follows, as folders are opened.
 */
export function useDialogAddress<Other = never>(): OpenDialog<Other> {
  const details = useSearchParams().get(detailsField);
  const [other, setOther] = useState<Other | null>(null);
  const close = useCallback(() => {
    setOther(null);
    closeDetails();
  }, []);
  const openOther = useCallback((wanted: Other) => {
    // A function would be called.
    setOther(() => wanted);
    closeDetails();
  }, []);
  const openDetails = useCallback((id: string) => {
    setOther(null);
    showDetails(id);
  }, []);
  return useMemo(
    () => ({ details: other === null ? details : null, other, openDetails, openOther, close }),
    [details, other, openDetails, openOther, close],
  );
}

function showDetails(id: string): void {
  stopSkipping?.();
  const mark = markOfStep();
  const isOpen = asked() !== null;
  const url = addressWith(id);
  if (isOpen) history.replaceState(mark === null ? {} : { [stateKey]: mark }, "", url);
  else if (mark === "closed") history.replaceState({ [stateKey]: "open" }, "", url);
  else history.pushState({ [stateKey]: "open" }, "", url);
}

function closeDetails(): void {
  if (asked() === null) return;
  const isOwnStep = markOfStep() === "open";
  history.replaceState(isOwnStep ? { [stateKey]: "closed" } : {}, "", addressWith(null));
  if (isOwnStep) skipOnBack();
}

let stopSkipping: (() => void) | null = null;

/** The step of a closed dialog shows what the one before it shows: Back passes that one over. */
function skipOnBack(): void {
  stopSkipping?.();
  const { href } = location;
  const stop = new AbortController();
  stopSkipping = () => stop.abort();
  const onPopState = () => {
    stop.abort();
    if (location.href === href && markOfStep() !== "closed") history.back();
  };
  window.addEventListener("popstate", onPopState, { signal: stop.signal });
}

const asked = () => new URLSearchParams(location.search).get(detailsField);

function markOfStep(): "open" | "closed" | null {
  const state: unknown = history.state;
  const mark: unknown = typeof state === "object" && state !== null ? Reflect.get(state, stateKey) : null;
  return mark === "open" || mark === "closed" ? mark : null;
}

/** The address of the page, base path included, with these details or with none. */
const addressWith = (id: string | null) => addressIn({ [detailsField]: id ?? "" });

/** What is chosen on a page, in its address; an empty text takes the field out. No step of the history. */
export function changeAddress(fields: Readonly<Record<string, string>>): void {
  history.replaceState({}, "", addressIn(fields));
}

function addressIn(fields: Readonly<Record<string, string>>): string {
  const url = new URL(location.href);
  for (const [name, value] of Object.entries(fields)) {
    if (value === "") url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  return url.pathname + url.search + url.hash;
}
