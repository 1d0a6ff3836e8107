"use client";

import { Button, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useErrorText } from "@/components/layout/use-error-text";
import { Banner } from "@/components/ui/banner";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { Form, FormButtons } from "@/components/ui/form";
import { api } from "@/lib/client/call";
import { pages } from "@/lib/client/urls";
import { stackNamePattern } from "@/lib/shared/stacks";
import { useStackInfo } from "./use-stack-info";

const beginning = `services:
  app:
    image: nginx:alpine
    restart: unless-stopped
    ports:
      - "8080:80"
`;

/** A stack begins with a name and an example, in the editor. */
export default function NewStackDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("stack.new");
  const errorText = useErrorText();
  const router = useRouter();
  const { data: info } = useStackInfo();
  const [name, setName] = useState("");
  const [isTried, setTried] = useState(false);
  const isFine = stackNamePattern.test(name);
  const create = useMutation({
    mutationFn: () => api.stack.createStack({ name, text: beginning }),
    meta: { errorOwner: "form" },
    onSuccess: () => {
      onClose();
      router.push(pages.stack(name));
    },
  });
  const submit = () => {
    setTried(true);
    if (isFine) create.mutate();
  };
  const folder = info?.folder ?? "";
  return (
    <DialogCard title={t("title")} onClose={onClose}>
      <Form onSubmit={submit}>
        <TextInput
          label={t("name")}
          description={t("hint")}
          value={name}
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          error={isTried && !isFine ? t("problem") : null}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        {folder === "" ? null : <p>{t("place", { path: `${folder}/${isFine ? name : "…"}/compose.yaml` })}</p>}
        {create.error === null ? null : <Banner kind="error">{errorText(create.error)}</Banner>}
        <FormButtons onCancel={onClose}>
          <Button type="submit" loading={create.isPending}>
            {t("create")}
          </Button>
        </FormButtons>
      </Form>
    </DialogCard>
  );
}
