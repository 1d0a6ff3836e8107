import { extensionsOf } from "@/components/domain/entry/kinds";

export const fileTypes = ["folder", "image", "video", "audio", "document", "archive", "code"] as const;
/** What one may narrow a search to. */
export type FileType = (typeof fileTypes)[number];

const split = (list: string) => list.split(" ");

const byType: Record<Exclude<FileType, "folder">, readonly string[]> = {
  image: [...split(extensionsOf.image), "heic", "tif", "tiff", "psd", "raw"],
  video: split(extensionsOf.video),
  audio: [...split(extensionsOf.audio), "wma", "aiff"],
  document: split("pdf md markdown txt rtf odt ods odp doc docx xls xlsx ppt pptx csv tsv epub tex pages numbers key"),
  archive: split(extensionsOf.archive),
  code: split(
    "js mjs cjs jsx ts mts cts tsx py rb php pl go rs c h cc cpp cxx hpp cs java kt swift lua r sh bash zsh fish ps1 bat sql html htm css scss less vue svelte xml json jsonc yaml yml toml ini conf cfg env service",
  ),
};

export function extensionsOfType(type: Exclude<FileType, "folder">): readonly string[] {
  return byType[type];
}
