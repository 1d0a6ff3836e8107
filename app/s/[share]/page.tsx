import type { Metadata } from "next";
import { headers } from "next/headers";
import { getTranslations } from "next-intl/server";
import { describeShare } from "@/lib/server/share/describe-share";
import { decodeSegment } from "@/lib/shared/paths";
import { VisitorFrame } from "./visitor-frame";

type Props = { params: Promise<{ share: string }> };

/** What messengers show of a link; of one with a password nothing but that it is one. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { share } = await params;
  const [t, head] = await Promise.all([getTranslations("visit"), headers()]);
  const known = await describeShare(decodeSegment(share) ?? "", (name) => head.get(name) ?? undefined);
  const title = known?.title ?? t("title");
  const description = known === null || known.note === "" ? t("description") : known.note.slice(0, 300);
  return {
    title: `${title} · Filedeck`,
    description,
    openGraph: {
      type: "website",
      siteName: "Filedeck",
      title,
      description,
      ...(known?.url ? { url: known.url } : {}),
      ...(known?.imageUrl ? { images: [known.imageUrl] } : {}),
    },
  };
}

export default async function SharedPage({ params }: Props) {
  const { share } = await params;
  return <VisitorFrame link={decodeSegment(share) ?? ""} />;
}
