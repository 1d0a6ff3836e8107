"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useErrorText } from "@/components/layout/use-error-text";
import { Banner } from "@/components/ui/banner";
import { openChannel } from "@/lib/client/channel";
import type { Unit } from "@/lib/contracts/lines";
import { AppError } from "@/lib/shared/errors";

type Told = { unit: Unit; count: number } | { error: AppError };

/** Through a channel that lives as long as this is shown. */
export function LinesNow({ path }: { path: string }) {
  const t = useTranslations("lines");
  const errorText = useErrorText();
  const [told, setTold] = useState<Told | null>(null);
  const ask = useRef<(unit: Unit) => Promise<void>>(null);
  useEffect(() => {
    const channel = openChannel(
      "lines/follow",
      { path },
      {
        onMessage: ({ is_bytes: isBytes, count }) => setTold({ unit: isBytes ? "bytes" : "lines", count }),
        onClose: (end) => "error" in end && setTold({ error: new AppError(end.error, end.params) }),
      },
    );
    ask.current = (unit) => channel.send({ unit });
    return () => channel.close();
  }, [path]);
  if (told === null) return null;
  if ("error" in told) return <Banner kind="error">{errorText(told.error)}</Banner>;
  const other = told.unit === "lines" ? "bytes" : "lines";
  return (
    <>
      <output>{t(`now.${told.unit}`, { count: told.count })}</output>
      <Button variant="default" onClick={() => void ask.current?.(other)}>
        {t(`show.${other}`)}
      </Button>
    </>
  );
}
