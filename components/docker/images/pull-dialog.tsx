"use client";

import { Button, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { watchTask } from "@/components/domain/task/task-store";
import { useWords } from "@/components/domain/entry/words";
import { Banner } from "@/components/ui/banner";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { Form, FormButtons } from "@/components/ui/form";
import { api } from "@/lib/client/call";
import { parseImageReference } from "@/lib/shared/image-reference";

type Props = { onClose: () => void; onStarted: (taskId: string, reference: string) => void };

/** Asks for the name of an image that Docker is to fetch. */
export default function PullDialog({ onClose, onStarted }: Props) {
  const t = useTranslations("dockerImage.pull");
  const words = useWords();
  const [text, setText] = useState("");
  const reference = text.trim();
  const isName = parseImageReference(reference) !== null;
  const start = useMutation({
    mutationFn: () => api.docker.pullImage({ reference }),
    meta: { errorOwner: "form" },
    onSuccess: ({ taskId }) => {
      watchTask(taskId, words);
      onStarted(taskId, reference);
    },
  });
  return (
    <DialogCard title={t("title")} onClose={onClose} size={480}>
      <Form label={t("title")} onSubmit={() => (isName ? start.mutate() : undefined)}>
        <TextInput
          label={t("name")}
          description={t("hint")}
          placeholder="nginx:1.27"
          value={text}
          error={reference === "" || isName ? null : t("problem")}
          dir="ltr"
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          data-autofocus
          onChange={({ currentTarget: { value } }) => setText(value)}
        />
        {start.error === null ? null : <Banner kind="error">{words.errorText(start.error)}</Banner>}
        <FormButtons onCancel={onClose}>
          <Button type="submit" loading={start.isPending} disabled={!isName}>
            {t("start")}
          </Button>
        </FormButtons>
      </Form>
    </DialogCard>
  );
}
