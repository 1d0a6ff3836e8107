"use client";

import { Button, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Form } from "@/components/ui/form";
import { setupTokenIn } from "./setup-token";

/** Takes the link that the server wrote to its log. */
export function SetupLinkForm() {
  const t = useTranslations("auth.setup");
  const tUi = useTranslations("ui");
  const router = useRouter();
  const [pasted, setPasted] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <Form
      label={t("pasteTitle")}
      onSubmit={() => {
        const token = setupTokenIn(pasted);
        if (token === null) setProblem(pasted.trim() === "" ? tUi("cannotBeEmpty") : t("linkInvalid"));
        else router.push(`/setup?token=${token}`);
      }}
    >
      <TextInput
        label={t("link")}
        value={pasted}
        error={problem}
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => {
          setPasted(currentTarget.value);
          setProblem(null);
        }}
      />
      <Button type="submit" fullWidth size="md">
        {t("continue")}
      </Button>
    </Form>
  );
}
