"use client";

import { Button, Checkbox, NativeSelect, Radio, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useNameProblem } from "@/components/domain/entry/use-name-problem";
import { showEntry } from "@/components/domain/folder/listing-cache";
import { useErrorText } from "@/components/layout/use-error-text";
import { useFormatSize } from "@/components/layout/use-format-size";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { useKitTexts } from "@/components/ui/kit-texts";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import { extensionOfFormat, formatOfName, imageFormats, type ImageFormat } from "@/lib/shared/image/image-formats";
import { isEntryName, nameOf, parentOf, parseVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import { Slider } from "./slider";
import type { ImageEdits } from "./use-image-edits";
import styles from "./image-editor.module.css";

type Props = {
  path: VirtualPath;
  etag: string | null;
  edits: ImageEdits;
  onClose: () => void;
  onSaved: () => void;
};

type Wish = { to: "copy" | "replace"; base: string; format: ImageFormat; quality: number; keepsMetadata: boolean };

/** Where to, as what, and how large that will be. */
export function SaveDialog({ path, etag, edits, onClose, onSaved }: Props) {
  const t = useTranslations("imageEdit.save");
  const texts = useKitTexts();
  const errorText = useErrorText();
  const queryClient = useQueryClient();
  const own = formatOfName(nameOf(path)) ?? null;
  const [wish, setWish] = useState<Wish>({
    to: "copy",
    base: t("copyName", { name: baseOf(nameOf(path)) }),
    format: own ?? "png",
    quality: 85,
    keepsMetadata: true,
  });
  const [isBusy, setBusy] = useState(false);
  const set = (change: Partial<Wish>) => setWish((current) => ({ ...current, ...change }));
  const format = wish.to === "replace" && own !== null ? own : wish.format;
  const name = `${wish.base}.${format === own ? extensionOf(nameOf(path)) : extensionOfFormat[format]}`;
  const problem = useNameProblem()(name);
  const made = {
    path,
    edits: [...edits.edits],
    format,
    quality: wish.quality,
    metadata: wish.keepsMetadata ? ("keep" as const) : ("remove" as const),
  };

  const save = async () => {
    setBusy(true);
    try {
      const saved = await api.imageEdit.saveImage({
        ...made,
        to: wish.to,
        ...(wish.to === "copy" && isEntryName(name) ? { name } : {}),
        ...(etag === null ? {} : { ifMatch: etag }),
      });
      const target = parseVirtualPath(saved.path);
      const folder = parentOf(path);
      if (target !== null && folder !== null) showEntry(queryClient, folder, await api.file.stat({ path: target }));
      showToast({ kind: "success", message: t("done", { name: target === null ? name : nameOf(target) }) });
      onSaved();
    } catch (error) {
      setBusy(false);
      showToast({ kind: "error", message: errorText(error) });
    }
  };

  return (
    <DialogCard
      title={t("title")}
      onClose={onClose}
      keepsInput
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button
            loading={isBusy}
            disabled={wish.to === "copy" && problem !== null}
            onClick={() => void save()} // tells its own failures
          >
            {wish.to === "copy" ? t("copy") : t("replace")}
          </Button>
        </>
      }
    >
      <div className={styles["form"]}>
        <Radio.Group label={t("to")} value={wish.to} onChange={(to) => set({ to: to === "replace" ? to : "copy" })}>
          <Radio value="copy" label={t("toCopy")} />
          <Radio value="replace" label={t("toReplace")} description={t("toReplaceHint")} disabled={own === null} />
        </Radio.Group>
        {wish.to === "copy" ? (
          <>
            <TextInput
              label={t("name")}
              value={wish.base}
              error={problem}
              rightSection={<span dir="ltr">{name.slice(wish.base.length)}</span>}
              rightSectionWidth={64}
              onChange={({ currentTarget: { value } }) => set({ base: value })}
            />
            <NativeSelect
              label={t("format")}
              value={wish.format}
              data={imageFormats.map((id) => ({ value: id, label: id.toUpperCase() }))}
              onChange={({ currentTarget: { value } }) =>
                set({ format: imageFormats.find((id) => id === value) ?? "jpeg" })
              }
            />
          </>
        ) : null}
        {format === "png" ? null : (
          <Slider
            label={t("quality")}
            value={wish.quality}
            min={10}
            max={100}
            onChange={(quality) => set({ quality })}
          />
        )}
        <Checkbox
          label={t("metadata")}
          description={t("metadataHint")}
          checked={wish.keepsMetadata}
          onChange={({ currentTarget: { checked } }) => set({ keepsMetadata: checked })}
        />
        <SizeLine made={made} />
      </div>
    </DialogCard>
  );
}

type Made = Parameters<typeof api.imageEdit.measureImage>[0];

/** Made as if it were saved: nothing else tells as well how large it will be. */
function SizeLine({ made }: { made: Made }) {
  const t = useTranslations("imageEdit.save");
  const formatSize = useFormatSize();
  const errorText = useErrorText();
  const [asked] = useDebouncedValue(JSON.stringify(made), 400);
  const { data, error, isFetching } = useQuery({
    queryKey: ["image-edit", "measure", asked],
    queryFn: ({ signal }) => api.imageEdit.measureImage(JSON.parse(asked) as Made, { signal }), // of the line above
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    placeholderData: (before) => before,
  });
  return (
    <output className={styles["sizeLine"]} aria-busy={isFetching}>
      {error !== null
        ? errorText(error)
        : data === undefined || isFetching
          ? t("measuring")
          : t("size", { size: formatSize(data.sizeBytes), width: data.width, height: data.height })}
    </output>
  );
}

function extensionOf(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

function baseOf(name: string): string {
  return name.slice(0, name.lastIndexOf("."));
}
