"use client";

import { IconPhoto, IconPhotoOff } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState, type ComponentProps } from "react";
import type { ExtraProps } from "react-markdown";
import { kindOfName } from "@/components/domain/entry/kinds";
import { resolveLink } from "./resolve-link";
import { useInlineUrl } from "@/components/domain/viewing/use-inline-url";
import { nameOf } from "@/lib/shared/paths";
import { useDocumentPlace } from "./document-place";
import styles from "./markdown.module.css";

type Props = ComponentProps<"img"> & ExtraProps;

/**
 * A picture of a document. Those of this server are fetched with a ticket; those of other hosts are named, not loaded: they
 * would tell somebody who reads what.
 */
export function MarkdownImage({ src: address, alt = "", title }: Props) {
  const src = typeof address === "string" ? address : "";
  const { folder, version } = useDocumentPlace();
  const t = useTranslations("markdown");
  const target = resolveLink(src, folder);
  const path = target.to === "entry" && kindOfName(nameOf(target.path)) === "image" ? target.path : null;
  const { url, error } = useInlineUrl(path, version);
  const [hasFailed, setFailed] = useState(false);
  const isData = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,/i.test(src);

  if (target.to === "outside")
    return (
      <a
        className={styles["absent"]}
        href={target.href}
        target="_blank"
        rel="noopener noreferrer nofollow"
        title={t("remoteImageHint")}
      >
        <IconPhoto size={16} aria-hidden />
        {t("remoteImage", { name: alt === "" ? hostOf(target.href) : alt, host: hostOf(target.href) })}
      </a>
    );
  if (isData) return <img src={src} alt={alt} title={title} />;
  if (path === null || error !== null || hasFailed)
    return (
      <span className={styles["absent"]}>
        <IconPhotoOff size={16} aria-hidden />
        {t("missingImage", { name: alt === "" ? src.slice(0, 120) : alt })}
      </span>
    );
  return url === undefined ? null : (
    <img src={url} alt={alt} title={title} loading="lazy" onError={() => setFailed(true)} />
  );
}

function hostOf(href: string): string {
  try {
    return new URL(href).host;
  } catch {
    return href;
  }
}
