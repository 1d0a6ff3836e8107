"use client";

import { useEffect, useState } from "react";
import type { FileEntry } from "@/lib/contracts/file";
import { EntryIcon } from "@/components/domain/entry/entry-icon";
import { hasThumbnail, kindOf } from "@/components/domain/entry/kinds";
import { useEntrySource } from "@/components/domain/entry/entry-source";
import { joinVirtualPath, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import { fitOf } from "./picture-fit";
import { askThumbnail, forgetThumbnail, knownThumbnail, type ThumbnailRequest } from "./thumbnail-url";
import styles from "./thumbnail.module.css";

type Props = { entry: FileEntry; folder: VirtualPath; iconSize: number; isLarge: boolean };

/** A small picture of an entry, or its icon. Only what is on the screen is mounted, so only that is fetched. */
export function Thumbnail({ entry, folder, iconSize, isLarge }: Props) {
  const path = joinVirtualPath(folder, entry.name as EntryName); // a listed entry has a valid name
  return (
    <span
      className={styles["thumbnail"]}
      data-part="thumbnail"
      data-large={isLarge || undefined}
      data-kind={kindOf(entry)}
    >
      {hasThumbnail(entry) ? (
        <Picture key={`${entry.mtime} ${path}`} entry={entry} path={path} iconSize={iconSize} isLarge={isLarge} />
      ) : (
        <EntryIcon entry={entry} size={iconSize} />
      )}
    </span>
  );
}

/** The icon gives way when the picture can be painted. In the document, not in state: what scrolls past redraws nothing. */
async function show(picture: HTMLImageElement): Promise<void> {
  // A picture that cannot be decoded has its own event.
  await picture.decode().catch(() => {});
  picture.dataset["fit"] = fitOf({ width: picture.naturalWidth, height: picture.naturalHeight });
}

function Picture({ iconSize, path, entry, isLarge }: Omit<ThumbnailRequest, "source"> & { iconSize: number }) {
  const source = useEntrySource();
  const request = { path, entry, isLarge, source };
  const [url, setUrl] = useState(() => knownThumbnail(request));
  useEffect(() => askThumbnail({ path, entry, isLarge, source }, setUrl), [path, entry, isLarge, source]);
  return (
    <>
      <EntryIcon entry={entry} size={iconSize} />
      {url === null ? null : (
        <img
          src={url}
          alt=""
          decoding="async"
          draggable={false}
          onLoad={({ currentTarget }) => void show(currentTarget)} // it never rejects
          onError={() => {
            forgetThumbnail(request);
            setUrl(null);
          }}
        />
      )}
    </>
  );
}
