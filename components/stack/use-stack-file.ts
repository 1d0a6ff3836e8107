"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import type { StackFile } from "@/lib/contracts/stack";
import { isAppError } from "@/lib/shared/errors";

type Saved = { text: string; etag: string };
type Conflict = { path: string; theirs: StackFile };
/** `isQuiet`: what follows says itself that it was saved. */
type Save = { path: string; text: string; etag: string; force: boolean; isQuiet?: boolean };

/** The texts of a stack's files as they are here, and saving them one by one, or all before something is done with them. */
export function useStackFile(name: string, files: readonly StackFile[]) {
  const t = useTranslations("stack.editor");
  /** Which of them is shown. */
  const [open, setOpen] = useState<string | null>(null);
  const [saved, setSaved] = useState<Readonly<Record<string, Saved>>>({});
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({});
  /** What Compose has against a text. */
  const [refused, setRefused] = useState<{ path: string; of: string; text: string } | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  /** How often the text on disk was taken instead of the own one. */
  const [taken, setTaken] = useState<Readonly<Record<string, number>>>({});
  const savedOf = (path: string): Saved =>
    saved[path] ?? files.find((one) => one.path === path) ?? { text: "", etag: "" };
  const textOf = (path: string): string => drafts[path] ?? savedOf(path).text;

  const { mutate, mutateAsync, isPending } = useMutation({
    mutationFn: async ({ path, text, etag, force }: Save) => {
      try {
        return { kind: "saved" as const, ...(await api.stack.saveStackFile({ name, path, text, etag, force })) };
      } catch (error) {
        if (isAppError(error) && error.key === "stack/invalid")
          return { kind: "refused" as const, text: String(error.params["text"] ?? "") };
        if (!isAppError(error) || error.key !== "stack/changed") throw error;
        const { files: now } = await api.stack.getStack({ name });
        const theirs = now.find((one) => one.path === path);
        if (theirs === undefined) throw error;
        return { kind: "conflict" as const, theirs };
      }
    },
    onSuccess: (outcome, { path, text, isQuiet = false }) => {
      setRefused(outcome.kind === "refused" ? { path, of: text, text: outcome.text } : null);
      if (outcome.kind === "conflict") setConflict({ path, theirs: outcome.theirs });
      // Why it was not saved is seen beside it.
      if (outcome.kind !== "saved") return setOpen(path);
      setSaved((all) => ({ ...all, [path]: { text, etag: outcome.etag } }));
      if (!isQuiet) showToast({ kind: "success", message: t("saved") });
    },
  });

  const dirtyPaths = files.map(({ path }) => path).filter((path) => textOf(path) !== savedOf(path).text);
  return {
    textOf,
    takenOf: (path: string): number => taken[path] ?? 0,
    open,
    setOpen,
    dirtyPaths,
    /** Of all as they are on disk, as far as is known here. */
    stamp: files.map(({ path }) => savedOf(path).etag).join(" "),
    change: (path: string, text: string) => setDrafts((all) => ({ ...all, [path]: text })),
    save: (path: string, force: boolean) => mutate({ path, text: textOf(path), etag: savedOf(path).etag, force }),
    /** Whether all are on disk by then: what is refused, or has changed there, is shown instead. */
    saveAll: async (): Promise<boolean> => {
      try {
        // The environment first: what the others say is checked with it.
        for (const path of dirtyPaths.toReversed()) {
          const outcome = await mutateAsync({
            path,
            text: textOf(path),
            etag: savedOf(path).etag,
            force: false,
            isQuiet: true,
          });
          if (outcome.kind !== "saved") return false;
        }
        return true;
      } catch {
        return false; // said by a notice already
      }
    },
    isSaving: isPending,
    refusal: refused !== null && textOf(refused.path) === refused.of ? refused : null,
    conflict,
    /** `mine` can be saved over theirs from then on. */
    settle: (choice: "mine" | "theirs" | "later") => {
      if (conflict !== null && choice !== "later") {
        const { path, theirs } = conflict;
        setSaved((all) => ({ ...all, [path]: { text: theirs.text, etag: theirs.etag } }));
        if (choice === "theirs") {
          setDrafts((all) => ({ ...all, [path]: theirs.text }));
          setTaken((all) => ({ ...all, [path]: (all[path] ?? 0) + 1 }));
        } else mutate({ path, text: textOf(path), etag: theirs.etag, force: false });
      }
      setConflict(null);
    },
  };
}
export type StackEditing = ReturnType<typeof useStackFile>;
