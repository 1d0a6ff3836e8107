"use client";

import { readmeOpen } from "@/components/domain/markdown/readme-open";
import { ReadmePanel } from "@/components/domain/markdown/readme-panel";
import { useStore } from "@/components/ui/use-store";
import type { FileEntry } from "@/lib/contracts/file";
import { isEntryName, joinVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import { useVisitText } from "./use-visit";
import { forViewer } from "./visit-path";

type Props = { link: string; folder: VirtualPath; entry: FileEntry };

/** The README of a folder of a share. */
export default function VisitReadme({ link, folder, entry }: Props) {
  const path = isEntryName(entry.name) ? joinVirtualPath(folder, entry.name) : folder;
  const text = useVisitText(link, path, entry.mtime, useStore(readmeOpen));
  return <ReadmePanel entry={entry} folder={forViewer(folder)} text={text} />;
}
