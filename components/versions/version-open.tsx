"use client";

import OpenDetached from "@/components/domain/viewing/open-detached";
import { urls } from "@/lib/client/urls";
import type { FileEntry } from "@/lib/contracts/file";
import { nameOf, type VirtualPath } from "@/lib/shared/paths";

export type OpenedVersion = { id: string; ticket: string; size: number; changedAt: number };
type Props = { path: VirtualPath; version: OpenedVersion; onClose: () => void };

/** An earlier version of a file to look at, in the viewer of the file's type. */
export default function VersionOpen({ path, version: { id, ticket, size, changedAt }, onClose }: Props) {
  const entry: FileEntry = { name: nameOf(path), kind: "file", size, mtime: changedAt, mode: 0 };
  return (
    <OpenDetached
      rows={[{ ...entry, number: 0 }]}
      number={0}
      urlOf={(_, inline) => urls.versionContent(path, id, { ticket, inline })}
      onOpen={onClose}
      onClose={onClose}
    />
  );
}
