"use client";

import { Radio, Stack } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { shortId } from "@/components/docker/images/filter-images";
import { QuietText } from "@/components/ui/details/detail-part";
import type { KnownSpec } from "./spec-draft";

type Props = { known: KnownSpec; takesNewer: boolean; onChange: (takesNewer: boolean) => void };

/** Which image a container gets when it is made anew: the one that it has, or what that one's name means by now. */
export function ImageChoice({ known, takesNewer, onChange }: Props) {
  const t = useTranslations("dockerMake.imageChoice");
  const format = useFormatter();
  const { image, own_image: own, named_image: named } = known;
  const told = ({ id, created_at }: NonNullable<KnownSpec["own_image"]>) => ({
    id: shortId(id),
    created: format.dateTime(created_at, { dateStyle: "medium", timeStyle: "short" }),
  });
  if (own === null) return null;
  if (named === null || named.id === own.id) return <QuietText>{t("stays", told(own))}</QuietText>;
  return (
    <Radio.Group
      label={t("title")}
      description={t("hint", { name: image })}
      value={takesNewer ? "newer" : "same"}
      onChange={(value) => onChange(value === "newer")}
    >
      <Stack gap={8} mt={8}>
        <Radio value="same" label={t("same", told(own))} />
        <Radio value="newer" label={t("newer", { name: image, ...told(named) })} />
      </Stack>
    </Radio.Group>
  );
}
