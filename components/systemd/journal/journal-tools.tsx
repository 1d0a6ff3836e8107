"use client";

import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { TimeEnds } from "@/components/domain/log/time-ends";
import { IconDownload, IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { GridSearch, GridTools } from "@/components/ui/grid/grid-tools";
import { IconButton } from "@/components/ui/icon-button";
import { api } from "@/lib/client/call";
import { fullUnitName } from "@/lib/shared/units-of-systemd";
import { goesOn, journalTimes, type JournalAddress } from "./journal-filter";

const shownPriorities = ["err", "warning", "notice", "info"] as const;
const typingMs = 400;

type Props = {
  address: JournalAddress;
  onChange: (address: JournalAddress) => void;
  isFollowing: boolean;
  onFollow: (isFollowing: boolean) => void;
  onSave: () => void;
  isEmpty: boolean;
};

/** What of the journal is shown. */
export function JournalTools({ address, onChange, isFollowing, onFollow, onSave, isEmpty }: Props) {
  const t = useTranslations("systemd.journal");
  const format = useFormatter();
  const boots = useQuery({
    queryKey: ["systemd", "boots"],
    queryFn: ({ signal }) => api.systemd.listBoots({}, { signal }),
  });
  const known = boots.data?.boots ?? [];
  return (
    <GridTools
      end={
        <>
          <Checkbox
            size="xs"
            label={t("follow")}
            checked={isFollowing && goesOn(address)}
            disabled={!goesOn(address)}
            onChange={({ currentTarget }) => onFollow(currentTarget.checked)}
          />
          <IconButton
            label={t("export")}
            icon={<IconDownload size={17} />}
            disabledReason={isEmpty ? t("none") : null}
            onClick={onSave}
          />
        </>
      }
    >
      <SearchField text={address.text} onText={(text) => onChange({ ...address, text })} />
      <UnitField unit={address.unit} onUnit={(unit) => onChange({ ...address, unit })} />
      <NativeSelect
        size="xs"
        aria-label={t("priority")}
        value={address.priority ?? ""}
        data={[
          { value: "", label: t("priorities.all") },
          ...shownPriorities.map((one) => ({ value: one, label: t(`priorities.${one}`) })),
        ]}
        onChange={({ currentTarget }) =>
          onChange({ ...address, priority: shownPriorities.find((one) => one === currentTarget.value) ?? null })
        }
      />
      <NativeSelect
        size="xs"
        aria-label={t("time")}
        value={address.time}
        data={journalTimes.map((one) => ({ value: one, label: t(`times.${one}`) }))}
        onChange={({ currentTarget }) =>
          onChange({ ...address, time: journalTimes.find((one) => one === currentTarget.value) ?? "all" })
        }
      />
      {address.time === "custom" ? (
        <TimeEnds values={address} labelOf={t} onChange={(end, value) => onChange({ ...address, [end]: value })} />
      ) : null}
      {known.length < 2 ? null : (
        <NativeSelect
          size="xs"
          aria-label={t("boot")}
          value={address.boot}
          data={[
            { value: "", label: t("boots.all") },
            ...known.map(({ id, first_at }, index) => ({
              value: id,
              label:
                index === 0 ? t("boots.now") : format.dateTime(first_at, { dateStyle: "medium", timeStyle: "short" }),
            })),
          ]}
          onChange={({ currentTarget }) => onChange({ ...address, boot: currentTarget.value })}
        />
      )}
      {address.unit === "" && address.scope === "" ? null : (
        <IconButton
          label={t("all")}
          icon={<IconX size={16} />}
          onClick={() => onChange({ ...address, unit: "", scope: "" })}
        />
      )}
    </GridTools>
  );
}

/** Asks when the typing pauses, not with each letter. */
function SearchField({ text, onText }: { text: string; onText: (text: string) => void }) {
  const t = useTranslations("systemd.journal");
  const [typed, setTyped] = useState(text);
  useEffect(() => {
    if (typed === text) return undefined;
    const timer = setTimeout(() => onText(typed), typingMs);
    return () => clearTimeout(timer);
  }, [typed, text, onText]);
  return <GridSearch label={t("search")} text={typed} onText={setTyped} />;
}

/** Asks with Enter, or when somebody goes on: half a name is that of another unit. */
function UnitField({ unit, onUnit }: { unit: string; onUnit: (unit: string) => void }) {
  const t = useTranslations("systemd.journal");
  const [typed, setTyped] = useState(unit);
  const [given, setGiven] = useState(unit);
  if (given !== unit) {
    setGiven(unit);
    setTyped(unit);
  }
  const name = fullUnitName(typed);
  const ask = () => {
    if (typed === "") onUnit("");
    else if (name !== null) onUnit(name);
  };
  return (
    <TextInput
      type="search"
      size="xs"
      dir="ltr"
      aria-label={t("unit")}
      placeholder={t("unit")}
      data-tip={t("unitHint")}
      value={typed}
      error={typed === "" || name !== null ? null : t("notUnit")}
      maxLength={255}
      autoComplete="off"
      spellCheck={false}
      onChange={({ currentTarget }) => setTyped(currentTarget.value.trim())}
      onBlur={ask}
      onKeyDown={({ key }) => {
        if (key === "Enter") ask();
      }}
    />
  );
}
