import type { QueryClient } from "@tanstack/react-query";
import { showEntry } from "@/components/file/listing-cache";
import type { Words } from "@/components/file/words";
import { openPrompt } from "@/components/ui/dialog/dialog-store";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import { isEntryName, joinVirtualPath, nameProblem, type EntryName, type VirtualPath } from "@/lib/shared/paths";

type Wish = { kind: "newFolder" | "newFile"; folder: VirtualPath; isTaken: (name: string) => boolean };

/** Asks for a name and makes a folder or an empty file; the name when it was made. */
export async function createEntry(
  { kind, folder, isTaken }: Wish,
  { t, errorText }: Words,
  queryClient: QueryClient,
): Promise<EntryName | null> {
  const name = await openPrompt({
    title: t(`${kind}.title`),
    label: t("nameLabel"),
    initial: t(`${kind}.initial`),
    confirmLabel: t(`${kind}.confirm`),
    validate: (text) => {
      const problem = nameProblem(text);
      if (problem !== null) return t(`nameProblem.${problem}`);
      return isTaken(text) ? t("nameProblem.taken") : null;
    },
  });
  if (name === null || !isEntryName(name)) return null;
  const path = joinVirtualPath(folder, name);
  try {
    await (kind === "newFolder" ? api.file.createFolder({ path }) : api.file.createFile({ path }));
    await showEntry(queryClient, folder, name);
    return name;
  } catch (error) {
    showToast({ kind: "error", message: errorText(error) });
    return null;
  }
}
