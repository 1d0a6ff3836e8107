"use client";

import Link from "next/link";
import type { ComponentProps, MouseEvent } from "react";
import type { ExtraProps } from "react-markdown";
import { goToFolder, hrefOf } from "@/components/domain/folder/go-to";
import { useEntrySource } from "@/components/domain/entry/entry-source";
import { resolveLink } from "./resolve-link";
import { isEntryName, nameOf, parentOf } from "@/lib/shared/paths";
import { useDocumentPlace } from "./document-place";
import { anchorPrefix } from "./anchor-prefix";

type Props = ComponentProps<"a"> & ExtraProps;

/** A link of a document: into the app, to a place in the document, or outside in a new tab. */
export function MarkdownLink({ href = "", children, id, className, ...aria }: Props) {
  const { folder } = useDocumentPlace();
  const rest = { id, className, "aria-label": aria["aria-label"], "aria-describedby": aria["aria-describedby"] };
  const source = useEntrySource();
  const target = resolveLink(href, folder);
  if (target.to === "nowhere") return <span>{children}</span>;
  if (target.to === "outside")
    return (
      <a {...rest} href={target.href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
    );
  if (target.to === "anchor")
    return (
      <a
        {...rest}
        href={`#${encodeURIComponent(target.id)}`}
        onClick={(event) => {
          event.preventDefault();
          goToAnchor(event.currentTarget, target.id);
        }}
      >
        {children}
      </a>
    );
  const { path } = target;
  // A name with a dot is taken for a file of its folder; the file page sorts out the rest.
  const isFile = nameOf(path).includes(".") && !href.endsWith("/");
  // The pages of the session's places are not a visitor's.
  if (source?.pageOf !== undefined)
    return (
      <Link {...rest} href={source.pageOf(path, isFile)} prefetch={false}>
        {children}
      </Link>
    );
  if (source !== null) return <span>{children}</span>;
  const onClick = (event: MouseEvent) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const [parent, name] = [parentOf(path), nameOf(path)];
    if (parent !== null && isEntryName(name) && isFile) goToFolder(parent, { open: name });
    else goToFolder(path);
  };
  return (
    <a {...rest} href={hrefOf(path)} onClick={onClick}>
      {children}
    </a>
  );
}

function goToAnchor(from: Element, id: string): void {
  const place = from.closest("article")?.querySelector(`[id="${CSS.escape(anchorPrefix + id)}"]`);
  place?.scrollIntoView({ block: "start" });
}
