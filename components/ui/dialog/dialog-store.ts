import type { ReactNode } from "react";
import { createStore } from "@/lib/shared/store";

export type ConfirmRequest = {
  title: string;
  /** What the action will touch, in words and numbers. */
  body?: ReactNode;
  confirmLabel: string;
  /** Focus starts on Cancel and the button is red. */
  danger?: boolean;
  /** Is done before the dialog closes. Whatever rejects has been said, and stands in the dialog, which stays. */
  act?: () => Promise<unknown>;
};

export type PromptRequest = {
  title: string;
  label: string;
  /** What it means, below the label. */
  hint?: string;
  initial?: string;
  confirmLabel?: string;
  type?: "text" | "password";
  /** The problem with the text in words, or null; may ask the server. Empty text is refused before it is asked. */
  validate?: (text: string) => string | null | Promise<string | null>;
  /** Is done before the dialog closes. Whatever rejects has been said, and stands in the dialog, which stays. */
  act?: (text: string) => Promise<unknown>;
  /** What is selected at first, for instance a file's name without its extension. */
  select?: readonly [start: number, end: number];
};

export type DialogRequest =
  | (ConfirmRequest & { kind: "confirm"; id: number; answer: (isConfirmed: boolean) => void })
  | (PromptRequest & { kind: "prompt"; id: number; answer: (text: string | null) => void });

/** Open requests, oldest first; the host shows the last. */
export const dialogStore = createStore<readonly DialogRequest[]>([]);
let lastId = 0;

/** Asks whether to go on; false for Cancel, Escape and a click beside the dialog. */
export function openConfirm(request: ConfirmRequest): Promise<boolean> {
  return new Promise((resolve) => open({ ...request, kind: "confirm", id: ++lastId, answer: resolve }));
}

/** Asks for a line of text; null when the user gives up. */
export function openPrompt(request: PromptRequest): Promise<string | null> {
  return new Promise((resolve) => open({ ...request, kind: "prompt", id: ++lastId, answer: resolve }));
}

export function closeDialog(id: number): void {
  dialogStore.set((requests) => requests.filter((request) => request.id !== id));
}

function open(request: DialogRequest): void {
  dialogStore.set((requests) => [...requests, request]);
}
