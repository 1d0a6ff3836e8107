import type { QueryClient } from "@tanstack/react-query";
import { kindOfName } from "@/components/domain/entry/kinds";
import { showEntry } from "@/components/domain/folder/listing-cache";
import type { Words } from "@/components/domain/entry/words";
import { openPrompt } from "@/components/ui/dialog/dialog-store";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import { isEntryName, joinVirtualPath, nameProblem, type EntryName, type VirtualPath } from "@/lib/shared/paths";

export type NewEntry = "newFolder" | "newFile" | "newDrawing";
type Options = { kind: NewEntry; folder: VirtualPath; isTaken: (name: string) => boolean };

/** Asks for a name and makes a folder or an empty file, which is an empty drawing, too; the name when it was made. */
export async function createEntry(
  { kind, folder, isTaken }: Options,
  { t, errorText }: Words,
  queryClient: QueryClient,
): Promise<EntryName | null> {
  // What is not called a drawing would open as something else.
  const full = (text: string) => (kind === "newDrawing" && kindOfName(text) !== "draw" ? `${text}.excalidraw` : text);
  const create = async (name: string) => {
    if (!isEntryName(name)) return;
    const path = joinVirtualPath(folder, name);
    try {
      const { entry } = await (kind === "newFolder" ? api.file.createFolder({ path }) : api.file.createFile({ path }));
      if (entry !== null) showEntry(queryClient, folder, entry);
    } catch (error) {
      showToast({ kind: "error", message: errorText(error) });
      throw error;
    }
  };
  const answer = await openPrompt({
    title: t(`${kind}.title`),
    label: t("nameLabel"),
    initial: t(`${kind}.initial`),
    confirmLabel: t(`${kind}.confirm`),
    validate: (text) => {
      const problem = nameProblem(text) ?? nameProblem(full(text));
      if (problem !== null) return t(`nameProblem.${problem}`);
      return isTaken(full(text)) ? t("nameProblem.taken") : null;
    },
    act: (text) => create(full(text)),
  });
  const name = answer === null ? null : full(answer);
  return name === null || !isEntryName(name) ? null : name;
}
