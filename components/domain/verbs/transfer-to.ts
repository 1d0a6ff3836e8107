import { askFolder } from "@/components/domain/choose-folder/folder-question";
import type { Words } from "@/components/domain/entry/words";
import { AppError } from "@/lib/shared/errors";
import { isWithin, nameOf, parentOf, type VirtualPath } from "@/lib/shared/paths";
import { transferEntries } from "./transfer-entries";

type Options = { act: "moveTo" | "copyTo"; files: readonly VirtualPath[]; start: VirtualPath };

/** Asks for a folder and moves or copies entries into it. */
export async function transferTo({ act, files, start }: Options, words: Words): Promise<void> {
  const [first] = files;
  if (first === undefined) return;
  const { t, errorText } = words;
  const isMove = act === "moveTo";
  const to = await askFolder({
    title: t(`${act}.title`, { count: files.length, name: nameOf(first) }),
    confirmLabel: t(`${act}.confirm`),
    start,
    refuse: (folder) => {
      if (files.some((file) => isWithin(folder, file))) return errorText(new AppError("file/into-itself"));
      const isAlready = isMove && files.every((file) => parentOf(file) === folder);
      return isAlready ? t("moveTo.already", { count: files.length }) : null;
    },
  });
  if (to !== null) await transferEntries({ mode: isMove ? "cut" : "copy", files, to }, words);
}
