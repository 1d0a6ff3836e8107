"use client";

import { Button, Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useDraft } from "@/components/layout/use-draft";
import { useErrorText } from "@/components/layout/use-error-text";
import { useCachedMe } from "@/components/layout/use-me";
import { Banner } from "@/components/ui/banner";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { Form, FormButtons } from "@/components/ui/form";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import type { DiskRow } from "@/lib/contracts/disk";
import { mountOptions, mountTypes, type MountOption } from "@/lib/shared/disks";
import { isAppError } from "@/lib/shared/errors";
import { shortName } from "./arrange";
import styles from "./disk.module.css";

type Props = { row: DiskRow; onClose: () => void };
const rootsChoice: readonly MountOption[] = ["noatime"];
/** They get these in any case. */
const othersChoice: readonly MountOption[] = ["nosuid", "nodev", "noatime"];

/** Where, and how, a device is to be mounted. */
export function MountDialog({ row, onClose }: Props) {
  const t = useTranslations("disk.mount");
  const errorText = useErrorText();
  const isRoot = useCachedMe()?.is_root === true;
  const { value, patch } = useDraft({
    place: placeFor(row),
    type: "",
    options: isRoot ? rootsChoice : othersChoice,
    covers: false,
  });
  const mount = useMutation({
    mutationFn: () =>
      api.disk.mountDevice({
        device: row.id,
        place: value.place,
        options: [...value.options],
        creates: true,
        covers: value.covers,
        ...(value.type === "" ? {} : { type: mountTypes.find((one) => one === value.type) }),
      }),
    meta: { errorOwner: "form" },
    onSuccess: () => {
      showToast({ kind: "success", message: t("done", { name: shortName(row), place: value.place }) });
      onClose();
    },
  });
  const isCovering = isRoot && (value.covers || (isAppError(mount.error) && mount.error.key === "disk/not-empty"));
  const problem = placeProblem(value.place);
  const toggle = (option: MountOption, isOn: boolean) =>
    patch({ options: mountOptions.filter((one) => (one === option ? isOn : value.options.includes(one))) });
  return (
    <DialogCard title={t("title", { name: shortName(row) })} onClose={onClose} size={520}>
      <Form onSubmit={() => mount.mutate()}>
        <TextInput
          label={t("place")}
          description={t(isRoot ? "placeHint" : "placeHintOthers")}
          value={value.place}
          error={problem === null ? null : t(`problems.${problem}`)}
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
          data-autofocus
          onChange={({ currentTarget }) => patch({ place: currentTarget.value })}
        />
        <NativeSelect
          label={t("type")}
          value={value.type}
          data={[
            { value: "", label: row.fs_type === null ? t("auto") : t("autoAs", { type: row.fs_type }) },
            ...mountTypes.map((one) => ({ value: one, label: one })),
          ]}
          onChange={({ currentTarget }) => patch({ type: currentTarget.value })}
        />
        <fieldset className={styles["choices"]}>
          <legend>{t("options")}</legend>
          {mountOptions.map((option) => {
            const isForced = !isRoot && (option === "nosuid" || option === "nodev");
            return (
              <Checkbox
                key={option}
                label={
                  <>
                    {t(`option.${option}`)} <code dir="ltr">{option}</code>
                  </>
                }
                checked={isForced || value.options.includes(option)}
                disabled={isForced}
                onChange={({ currentTarget }) => toggle(option, currentTarget.checked)}
              />
            );
          })}
        </fieldset>
        {mount.error === null ? null : <Banner kind="error">{errorText(mount.error)}</Banner>}
        {isCovering ? (
          <Checkbox
            label={t("covers")}
            checked={value.covers}
            onChange={({ currentTarget }) => patch({ covers: currentTarget.checked })}
          />
        ) : null}
        <FormButtons onCancel={onClose}>
          <Button type="submit" loading={mount.isPending} disabled={problem !== null}>
            {t("submit")}
          </Button>
        </FormButtons>
      </Form>
    </DialogCard>
  );
}

/** Why a folder is none that the server takes; null: it may be one. */
function placeProblem(place: string): "relative" | "dots" | null {
  if (!place.startsWith("/")) return "relative";
  return place.split("/").some((part) => part === "." || part === "..") ? "dots" : null;
}

/** By its label, as far as that makes a plain name of a folder. */
function placeFor(row: DiskRow): string {
  const name = (row.label ?? row.part_label ?? shortName(row)).replaceAll(/[^\p{L}\p{N}._]+/gu, "-");
  const plain = name.replace(/^[-.]+|-+$/g, "");
  return `/mnt/${plain === "" ? row.id : plain}`;
}
