import type { FileEntry } from "@/lib/contracts/file";
import { extensionOf, kindOf, languageOf, type EntryKind } from "./kinds";

/** The pictures of entry-icon.tsx. */
export type IconName =
  | "folder"
  | "image"
  | "video"
  | "audio"
  | "pdf"
  | "document"
  | "sheet"
  | "slides"
  | "text"
  | "markdown"
  | "code"
  | "archive"
  | "drawing"
  | "workflow"
  | "font"
  | "database"
  | "disk"
  | "program"
  | "key"
  | "mail"
  | "book"
  | "model"
  | "broken"
  | "special"
  | "unknown";

const extensions: Partial<Record<IconName, string>> = {
  document: "doc docx docm dot dotx odt ott rtf pages wpd",
  sheet: "xls xlsx xlsm xlsb ods ots numbers csv tsv",
  slides: "ppt pptx pptm pps ppsx odp otp",
  image: "heic heif tif tiff psd ai eps xcf raw cr2 cr3 nef arw dng orf rw2 jxl",
  audio: "aif aiff wma amr mid midi ape alac",
  font: "ttf otf ttc woff woff2 eot pfb",
  database: "sqlite sqlite3 db db3 mdb accdb sql dump parquet",
  disk: "iso img vdi vmdk qcow2 vhd vhdx dmg",
  program: "exe msi deb rpm apk appimage snap flatpak jar war bin run so dll wasm",
  key: "pem crt cer der key pub asc gpg p12 pfx kdbx csr",
  mail: "eml msg mbox ics vcf",
  book: "epub mobi azw3 djvu fb2 cbz cbr",
  model: "stl obj gltf glb fbx 3mf step stp blend dwg dxf",
};

const byExtension = new Map<string, IconName>(
  Object.entries(extensions).flatMap(
    ([name, list]) => list.split(" ").map((extension): [string, IconName] => [extension, name as IconName]), // its own keys
  ),
);

const byKind: Record<EntryKind, IconName> = {
  folder: "folder",
  image: "image",
  video: "video",
  audio: "audio",
  pdf: "pdf",
  document: "document",
  md: "markdown",
  draw: "drawing",
  act: "workflow",
  archive: "archive",
  text: "text",
  broken: "broken",
  special: "special",
  unknown: "unknown",
};

/** The picture of an entry: by what it is, and where that says little (text, unknown, document) by what its extension stands for. */
export function iconOf(entry: Pick<FileEntry, "name" | "kind" | "link">): IconName {
  const kind = kindOf(entry);
  if (kind !== "text" && kind !== "unknown" && kind !== "document") return byKind[kind];
  const known = byExtension.get(extensionOf(entry.name));
  if (known !== undefined) return known;
  const language = kind === "text" ? languageOf(entry.name) : "";
  return language !== "" && language !== "text" ? "code" : byKind[kind];
}
