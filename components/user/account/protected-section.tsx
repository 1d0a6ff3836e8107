"use client";

import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { QueryState } from "@/components/layout/query-state";
import { Section } from "@/components/layout/section";
import { useDraft } from "@/components/layout/use-draft";
import { useListTexts } from "@/components/layout/use-list-texts";
import { useUnsavedGuard } from "@/components/layout/use-unsaved-guard";
import { Form, FormButtons } from "@/components/ui/form";
import { TextList } from "@/components/ui/text-list";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import { parseOwnProtected } from "@/lib/shared/protected-pattern";

const queryKey = ["setting", "protected", "own"] as const;

/** What the user protects from their own hands. */
export function ProtectedSection() {
  const t = useTranslations("account.protected");
  const paths = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api.setting.getOwnProtected({}, { signal })).paths,
  });
  const patterns = { plain: "files/a", children: "files/a/*", all: "files/a/**" };
  return (
    <Section
      title={t("title")}
      hint={
        <>
          {t("hint")} {t("patterns", patterns)}
        </>
      }
    >
      <QueryState query={paths} rows={2}>
        {(saved) => <OwnPathsForm saved={saved} />}
      </QueryState>
    </Section>
  );
}

function OwnPathsForm({ saved }: { saved: string[] }) {
  const t = useTranslations("account.protected");
  const tUi = useTranslations("ui");
  const queryClient = useQueryClient();
  const texts = useListTexts();
  const { value, patch, restart, isDirty } = useDraft({ paths: saved });
  useUnsavedGuard(isDirty);
  const save = useMutation({
    mutationFn: (input: { paths: string[] }) => api.setting.setOwnProtected(input),
    onSuccess: (_, input) => {
      queryClient.setQueryData(queryKey, input.paths);
      restart(input);
      showToast({ kind: "success", message: tUi("saved") });
    },
  });
  return (
    <Form label={t("title")} onSubmit={() => save.mutate(value)}>
      <TextList
        label={t("title")}
        isLabelHidden
        inputLabel={t("path")}
        placeholder="files/photos/**"
        value={value.paths}
        validate={(path) => (parseOwnProtected(path) === null ? t("invalid") : null)}
        onChange={(paths) => patch({ paths: [...paths] })}
        texts={{ ...texts, empty: t("empty") }}
      />
      <FormButtons>
        <Button variant="default" disabled={!isDirty} onClick={() => restart({ paths: saved })}>
          {tUi("cancel")}
        </Button>
        <Button type="submit" disabled={!isDirty} loading={save.isPending}>
          {tUi("save")}
        </Button>
      </FormButtons>
    </Form>
  );
}
