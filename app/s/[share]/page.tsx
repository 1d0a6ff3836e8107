import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { pageDoor } from "@/lib/server/pages/page-door";
import { productName } from "@/lib/shared/look";
import { decodeSegment } from "@/lib/shared/paths";
import { VisitorFrame } from "./visitor-frame";

type Props = { params: Promise<{ share: string }> };

/** What messengers show of a link; of one with a password nothing but that it is one. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { share } = await params;
  const t = await getTranslations("visit");
  const known = (await pageDoor()?.describeShare(decodeSegment(share) ?? "")) ?? null;
  const name = pageDoor()?.getLook().name ?? productName;
  const title = known?.title ?? t("title");
  const description = known === null || known.note === "" ? t("description") : known.note.slice(0, 300);
  return {
    title: `${title} · ${name}`,
    description,
    openGraph: {
      type: "website",
      siteName: name,
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
