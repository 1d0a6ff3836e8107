"use client";

import { Autocomplete, Checkbox, NativeSelect, NumberInput, Textarea, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useCachedMe } from "@/components/layout/use-me";
import { rangeTexts, usePortRange } from "@/components/layout/use-port-range";
import { FoldedFields } from "@/components/ui/folded-fields";
import { QuietText } from "@/components/ui/details/detail-part";
import type { PortRange } from "@/lib/contracts/docker-make";
import { restartPolicies } from "@/lib/shared/restart-policies";
import { ImageChoice } from "./image-choice";
import type { KnownSpec, SpecDraft, SpecField, SpecProblems } from "./spec-draft";
import { useSuggestions } from "./use-suggestions";
import styles from "./make.module.css";

type Props = {
  draft: SpecDraft;
  /** Of the container that is changed; null for a new one. */
  known: KnownSpec | null;
  onChange: (change: Partial<SpecDraft>) => void;
  problems: SpecProblems;
};

const mostSuggested = 50;
const lists = [
  { field: "command", placeholder: "nginx\n-g\ndaemon off;" },
  { field: "ports", placeholder: "8080:80\n127.0.0.1:5353:53/udp" },
  { field: "mounts", placeholder: "/srv/site:/usr/share/nginx/html:ro\ndata:/data" },
  { field: "environment", placeholder: "TZ=Europe/Berlin" },
  { field: "labels", placeholder: "users.owner=web" },
] as const;
/** What few containers need. */
const rights = [
  { field: "devices", placeholder: "/dev/ttyUSB0" },
  { field: "capAdd", placeholder: "NET_ADMIN" },
  { field: "capDrop", placeholder: "NET_RAW" },
] as const;
/** What people who are no administrators have instead. */
const ownOf = (range: PortRange | undefined): { readonly [Field in Lines["field"]]?: Shown } => ({
  ...(range === undefined
    ? {}
    : { ports: { hint: "ownPorts", placeholder: `${range.first}:80\n${range.last}:53/udp` } }),
  mounts: { hint: "ownMounts", placeholder: "data:/data" },
});
type Shown = { hint: "ownPorts" | "ownMounts"; placeholder: string };
type Lines = (typeof lists)[number] | (typeof rights)[number];

/** All that can be chosen about a container. */
export function SpecFields({ draft, known, onChange, problems }: Props) {
  const t = useTranslations("dockerMake");
  const suggested = useSuggestions();
  const isRoot = useCachedMe()?.is_root === true;
  const range = usePortRange();
  const own = isRoot ? {} : ownOf(range);
  const problemOf = (field: string) => {
    const found = problems[field as SpecField]; // asked of fields that have none as well
    if (found === undefined) return null;
    return found === "" ? t(`problems.${field as "name" | "image" | "network"}`) : t("problems.line", { line: found });
  };
  // It stays as whoever fills it in has left it.
  const [hasRights] = useState(() => rights.some(({ field }) => draft[field] !== "") || draft.isPrivileged);
  const linesOf = ({ field, placeholder }: Lines) => {
    const value = draft[field];
    if (value === null) return <QuietText key={field}>{t("kept", { field: t(field) })}</QuietText>;
    const shown = { hint: field, placeholder, ...own[field] };
    return (
      <Textarea
        key={field}
        label={t(field)}
        description={t(`hints.${shown.hint}`, rangeTexts(range))}
        value={value}
        error={problemOf(field)}
        placeholder={shown.placeholder}
        classNames={{ input: styles["lines"] ?? "" }}
        dir="ltr"
        autosize
        minRows={1}
        maxRows={10}
        spellCheck={false}
        onChange={({ currentTarget }) => onChange({ [field]: currentTarget.value })}
      />
    );
  };
  const number = (value: number | string) => (typeof value === "number" ? value : "");
  return (
    <>
      <div className={styles["pair"]}>
        <TextInput
          label={t("name")}
          value={draft.name}
          error={problemOf("name")}
          placeholder="web"
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
          onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
        />
        <Autocomplete
          label={t("image")}
          value={draft.image}
          error={problemOf("image")}
          placeholder="nginx:1.27"
          data={suggested.images}
          limit={mostSuggested}
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
          onChange={(image) => onChange({ image })}
        />
      </div>
      {known === null || draft.image !== known.image ? null : (
        <ImageChoice known={known} takesNewer={draft.takesNewer} onChange={(takesNewer) => onChange({ takesNewer })} />
      )}
      {lists.map(linesOf)}
      <div className={styles["pair"]}>
        <Autocomplete
          label={t("network")}
          description={isRoot ? null : t("hints.network")}
          value={draft.network}
          error={problemOf("network")}
          data={suggested.networks}
          limit={mostSuggested}
          // What is written first is one of them: the others are to be seen beside it.
          filter={({ options }) => options}
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
          onChange={(network) => onChange({ network })}
        />
        <NativeSelect
          label={t("restart")}
          value={draft.restart}
          data={restartPolicies
            // What is not an administrator's stays stopped after it was stopped.
            .filter((policy) => isRoot || policy !== "always" || draft.restart === policy)
            .map((policy) => ({ value: policy, label: t(`policies.${policy}`) }))}
          onChange={({ currentTarget }) =>
            onChange({ restart: restartPolicies.find((policy) => policy === currentTarget.value) ?? "no" })
          }
        />
        <NumberInput
          label={t("memory")}
          placeholder={t("noLimit")}
          value={draft.memoryMb}
          min={6}
          suffix=" MB"
          hideControls
          onChange={(value) => onChange({ memoryMb: number(value) })}
        />
        <NumberInput
          label={t("cpus")}
          placeholder={t("noLimit")}
          value={draft.cpus}
          min={0.01}
          step={0.5}
          decimalScale={2}
          hideControls
          onChange={(value) => onChange({ cpus: number(value) })}
        />
      </div>
      <FoldedFields title={t("rights")} isNeeded={hasRights}>
        {rights.filter(({ field }) => isRoot || field !== "devices").map(linesOf)}
        {isRoot ? (
          <Checkbox
            label={t("privileged")}
            description={t("privilegedHint")}
            checked={draft.isPrivileged}
            onChange={({ currentTarget }) => onChange({ isPrivileged: currentTarget.checked })}
          />
        ) : null}
      </FoldedFields>
    </>
  );
}
