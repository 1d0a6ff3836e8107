"use client";

import { IconStar, IconStarFilled } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useCan } from "@/components/layout/use-can";
import { useErrorText } from "@/components/layout/use-error-text";
import { IconButton } from "@/components/ui/icon-button";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import { queryOf } from "@/lib/client/query-of";
import { allRoutes } from "@/lib/client/all-routes";
import type { VirtualPath } from "@/lib/shared/paths";
import styles from "./rating-stars.module.css";

const stars = [1, 2, 3, 4, 5] as const;

/** The rating that is kept beside the picture, and the way to change it: the same star again takes it away. */
export default function RatingStars({ path }: { path: VirtualPath }) {
  const t = useTranslations("picture.rating");
  const can = useCan();
  const errorText = useErrorText();
  const client = useQueryClient();
  const query = queryOf(allRoutes.rating.readRatings, { files: [path] });
  const rating = useQuery(query).data?.ratings[0]?.rating ?? 0;
  const mayRate = can("filecat_file_context_update_upload_created_copy_decompression");
  const rate = async (wanted: number) => {
    try {
      await api.rating.saveRating({ path, rating: wanted });
      client.setQueryData(query.queryKey, { ratings: wanted === 0 ? [] : [{ path, rating: wanted }] });
    } catch (error) {
      showToast({ kind: "error", message: errorText(error) });
    }
  };
  const iconOf = (star: number) => (star <= rating ? <IconStarFilled size={18} /> : <IconStar size={18} />);
  if (!mayRate)
    return (
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawings of ours, in the color of the words
      <span className={styles["stars"]} role="img" aria-label={t("stars", { count: rating })}>
        {stars.map((star) => (
          <span key={star}>{iconOf(star)}</span>
        ))}
      </span>
    );
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset would be laid out as one
    <span className={styles["stars"]} role="group" aria-label={`${t("label")}: ${t("stars", { count: rating })}`}>
      {stars.map((star) => (
        <IconButton
          key={star}
          label={t("set", { count: star === rating ? 0 : star })}
          aria-pressed={star <= rating}
          icon={iconOf(star)}
          onClick={() => void rate(star === rating ? 0 : star)} // shows its own failures
        />
      ))}
    </span>
  );
}
