import { shareLink } from "@/lib/contracts/share";
import { isAppError } from "@/lib/shared/errors";
import { encodeSegment, nameOf, parseVirtualPath } from "@/lib/shared/paths";
import { getApp } from "@/lib/server/runtime/app";
import { inlineTypeOf } from "@/lib/server/entries/content-type";
import { pageVisitor } from "@/lib/server/http/page-visit";
import type { DescribedShare } from "@/lib/server/pages/page-door";
import { isUsedUp, openShare } from "./open-share";

const maxPictureBytes = 8 * 1024 * 1024;

/**
 * What may be told of a share to whoever only has its link, for link previews (ogp.me): null when it is not there, has ended, is used up, or
 * wants a password. A single picture is its own preview, unless downloads are counted.
 */
export async function describeShare(link: string): Promise<DescribedShare | null> {
  if (!shareLink.safeParse(link).success) return null;
  const { db, env } = getApp();
  const { address, relay, secure, host, trust } = pageVisitor();
  const noCookie = {
    id: "",
    address,
    relay,
    agent: "",
    language: "",
    host,
    secure,
    isLocal: false,
    trust,
    proxyHeader: null,
    cookie: () => null,
  };
  try {
    const { row, mode, items, storage } = await openShare(link, { db, request: noCookie });
    if (isUsedUp(row)) return null;
    const origin = env.publicUrl?.origin ?? `${secure ? "https" : "http"}://${host}`;
    const base = `${origin}${env.basePath}`;
    const only = items.length === 1 && mode !== "upload" && row.maxDownloads === null ? items[0]?.id : undefined;
    const path = only === undefined ? null : parseVirtualPath(only);
    const isPicture =
      path !== null &&
      inlineTypeOf(nameOf(path))?.startsWith("image/") === true &&
      (await storage.stat(path)).sizeBytes <= maxPictureBytes;
    const picture = isPicture ? `${base}/api/share/${link}/file?path=${encodeSegment(path)}&inline=1` : null;
    return { title: row.title, note: row.note, url: `${base}/s/${link}`, imageUrl: picture };
  } catch (error) {
    if (isAppError(error)) return null;
    throw error;
  }
}
