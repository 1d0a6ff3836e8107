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
type Save = { path: string; text: string; etag: string; force: boolean };

/** The texts of a stack's files as they are here, and saving them one by one. */
export function useStackFile(name: string, files: readonly StackFile[]) {
  const t = useTranslations("stack.editor");
  const [saved, setSaved] = useState<Readonly<Record<string, Saved>>>(() =>
    Object.fromEntries(files.map(({ path, text, etag }) => [path, { text, etag }])),
  );
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({});
  /** What Compose has against a text. */
  const [refused, setRefused] = useState<{ path: string; of: string; text: string } | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const savedOf = (path: string): Saved => saved[path] ?? { text: "", etag: "" };
  const textOf = (path: string): string => drafts[path] ?? savedOf(path).text;

  const { mutate, isPending } = useMutation({
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
    onSuccess: (outcome, { path, text }) => {
      setRefused(outcome.kind === "refused" ? { path, of: text, text: outcome.text } : null);
      if (outcome.kind === "conflict") setConflict({ path, theirs: outcome.theirs });
      if (outcome.kind !== "saved") return;
      setSaved((all) => ({ ...all, [path]: { text, etag: outcome.etag } }));
      showToast({ kind: "success", message: t("saved") });
    },
  });

  return {
    textOf,
    dirtyPaths: files.map(({ path }) => path).filter((path) => textOf(path) !== savedOf(path).text),
    change: (path: string, text: string) => setDrafts((all) => ({ ...all, [path]: text })),
    save: (path: string, force: boolean) => mutate({ path, text: textOf(path), etag: savedOf(path).etag, force }),
    isSaving: isPending,
    refusal: refused !== null && textOf(refused.path) === refused.of ? refused : null,
    conflict,
    /** `mine` can be saved over theirs from then on. */
    settle: (choice: "mine" | "theirs" | "later") => {
      if (conflict !== null && choice !== "later") {
        const { path, theirs } = conflict;
        setSaved((all) => ({ ...all, [path]: { text: theirs.text, etag: theirs.etag } }));
        if (choice === "theirs") setDrafts((all) => ({ ...all, [path]: theirs.text }));
        else mutate({ path, text: textOf(path), etag: theirs.etag, force: false });
      }
      setConflict(null);
    },
  };
}
