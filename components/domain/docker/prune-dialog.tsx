"use client";

import { Button, Checkbox } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { QueryState } from "@/components/layout/query-state";
import { useErrorText } from "@/components/layout/use-error-text";
import { useFormatSize } from "@/components/layout/use-format-size";
import { Banner } from "@/components/ui/banner";
import { CheckedList } from "@/components/ui/checked-list";
import { QuietText } from "@/components/ui/details/detail-part";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { shownName } from "@/lib/shared/shown-name";
import styles from "./prune-dialog.module.css";

export type Unused = {
  id: string;
  name: string;
  /** Beside the name. */
  note: string;
  /** Bytes; null where nobody knows, undefined where it has none. */
  size?: number | null;
  /** Whether it is chosen at first. */
  isChosen: boolean;
};

type Props = {
  title: string;
  text: string;
  none: string;
  /** `count` of things are chosen. */
  confirmLabel: (count: number) => string;
  find: (signal: AbortSignal) => Promise<readonly Unused[]>;
  /** Resolves when the chosen ones are gone. */
  prune: (ids: string[]) => Promise<unknown>;
  onClose: () => void;
};

/** What would go, and how much of it, before it does: only what is shown and chosen is deleted. */
export function PruneDialog({ title, text, none, confirmLabel, find, prune, onClose }: Props) {
  const tUi = useTranslations("ui");
  const errorText = useErrorText();
  const formatSize = useFormatSize();
  const [changed, setChanged] = useState<Readonly<Record<string, boolean>>>({});
  const found = useQuery({
    queryKey: ["docker", "unused", title],
    queryFn: ({ signal }) => find(signal),
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const { mutate, isPending, error } = useMutation({
    mutationFn: prune,
    meta: { errorOwner: "form" },
    onSuccess: onClose,
  });
  const all = found.data ?? [];
  const isChosen = ({ id, isChosen: first }: Unused) => changed[id] ?? first;
  const chosen = all.filter(isChosen);
  const chosenIds = new Set(chosen.map(({ id }) => id));
  const bytes = chosen.reduce((sum, { size }) => sum + (size ?? 0), 0);
  const setAll = (value: boolean) => setChanged(Object.fromEntries(all.map(({ id }) => [id, value])));
  const choices = useMemo(
    () =>
      (found.data ?? []).map(({ id, name, note, size }) => ({
        id,
        label: (
          <>
            <bdi dir="ltr">{shownName(name)}</bdi> <span className={styles["note"]}>{note}</span>
          </>
        ),
        end: size === undefined || size === null ? "" : formatSize(size),
      })),
    [found.data, formatSize],
  );
  return (
    <DialogCard
      title={title}
      onClose={onClose}
      size={560}
      fillsPhone
      footer={
        <>
          <Button variant="default" data-autofocus onClick={onClose}>
            {tUi("cancel")}
          </Button>
          <Button
            color="red"
            loading={isPending}
            disabled={chosen.length === 0}
            onClick={() => mutate(chosen.map(({ id }) => id))}
          >
            {`${confirmLabel(chosen.length)}${bytes === 0 ? "" : ` (${formatSize(bytes)})`}`}
          </Button>
        </>
      }
    >
      <QueryState query={found} rows={5}>
        {() =>
          all.length === 0 ? (
            <QuietText>{none}</QuietText>
          ) : (
            <>
              <p>{text}</p>
              <CheckedList
                label={title}
                choices={choices}
                isChosen={(id) => chosenIds.has(id)}
                onChoose={(id, value) => setChanged((before) => ({ ...before, [id]: value }))}
                head={
                  <Checkbox
                    size="xs"
                    label={tUi("selectAll")}
                    checked={chosen.length === all.length}
                    indeterminate={chosen.length > 0 && chosen.length < all.length}
                    onChange={({ currentTarget }) => setAll(currentTarget.checked)}
                  />
                }
              />
            </>
          )
        }
      </QueryState>
      {error === null ? null : <Banner kind="error">{errorText(error)}</Banner>}
    </DialogCard>
  );
}
