"use client";

import { Button, Checkbox, TextInput } from "@mantine/core";
import { IconFolder } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { askFolder } from "@/components/domain/choose-folder/folder-question";
import { wayText } from "@/components/domain/entry/place-text";
import { useRoots } from "@/components/domain/entry/use-roots";
import { usualTerminalSize, wantedTerminal } from "@/components/domain/terminal/wanted-terminal";
import { useErrorText } from "@/components/layout/use-error-text";
import { Banner } from "@/components/ui/banner";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { Form, FormButtons } from "@/components/ui/form";
import { api } from "@/lib/client/call";
import type { VirtualPath } from "@/lib/shared/paths";
import { isNameWith, useOwnNames } from "./use-own-names";

const emptyDraft = {
  path: null as VirtualPath | null,
  /** Null: nobody has typed anything yet. */
  reference: null as string | null,
  dockerfile: "Dockerfile",
  pull: false,
  fresh: false,
};

/** Asks for the folder that an image is to be built of; what the build says is shown in a terminal below. */
export default function BuildDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("dockerImage.build");
  const errorText = useErrorText();
  const roots = useRoots();
  const [isChoosing, setChoosing] = useState(false);
  const [draft, setDraft] = useState(emptyDraft);
  const patch = (change: Partial<typeof draft>) => setDraft((current) => ({ ...current, ...change }));
  const { path, dockerfile, pull, fresh } = draft;
  const ownNames = useOwnNames();
  const reference = (draft.reference ?? ownNames.prefix).trim();
  const isName = isNameWith(ownNames.prefix, reference);
  const choose = async () => {
    setChoosing(true);
    const chosen = await askFolder({
      title: t("choose"),
      confirmLabel: t("chooseLabel"),
      ...(path === null ? {} : { start: path }),
    });
    setChoosing(false);
    if (chosen !== null) patch({ path: chosen });
  };
  const start = useMutation({
    mutationFn: (folder: VirtualPath) =>
      api.docker.buildImage({
        path: folder,
        reference,
        dockerfile: dockerfile.trim(),
        pull,
        fresh,
        ...usualTerminalSize,
      }),
    meta: { errorOwner: "form" },
    onSuccess: ({ id }) => {
      wantedTerminal.set({ id });
      onClose();
    },
  });
  // The question for the folder stands alone: one dialog at a time.
  if (isChoosing) return null;
  return (
    <DialogCard title={t("title")} onClose={onClose} size={520}>
      <Form label={t("title")} onSubmit={() => (isName && path !== null ? start.mutate(path) : undefined)}>
        <TextInput
          label={t("folder")}
          description={t("folderHint")}
          value={path === null ? "" : wayText(path, roots.data ?? [])}
          placeholder={t("choose")}
          readOnly
          onClick={() => void choose()}
          rightSectionWidth={120}
          rightSection={
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconFolder size={15} />}
              onClick={() => void choose()}
            >
              {t("chooseLabel")}
            </Button>
          }
        />
        <TextInput
          label={t("name")}
          description={ownNames.hint}
          placeholder="shop/web:1"
          value={draft.reference ?? ownNames.prefix}
          error={reference === ownNames.prefix || isName ? null : t("problem")}
          dir="ltr"
          spellCheck={false}
          onChange={({ currentTarget: { value } }) => patch({ reference: value })}
        />
        <TextInput
          label={t("file")}
          value={dockerfile}
          dir="ltr"
          spellCheck={false}
          onChange={({ currentTarget: { value } }) => patch({ dockerfile: value })}
        />
        <Checkbox
          label={t("pull")}
          checked={pull}
          onChange={({ currentTarget }) => patch({ pull: currentTarget.checked })}
        />
        <Checkbox
          label={t("fresh")}
          checked={fresh}
          onChange={({ currentTarget }) => patch({ fresh: currentTarget.checked })}
        />
        {start.error === null ? null : <Banner kind="error">{errorText(start.error)}</Banner>}
        <FormButtons onCancel={onClose}>
          <Button
            type="submit"
            loading={start.isPending}
            disabled={!isName || path === null || dockerfile.trim() === ""}
          >
            {t("start")}
          </Button>
        </FormButtons>
      </Form>
    </DialogCard>
  );
}
