"use client";

import { Button, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { Form, FormButtons } from "@/components/ui/form";
import type { NavItem } from "@/lib/contracts/navindex";
import { linkColors, linkIcons, parseLinkUrl, type LinkIcon } from "@/lib/shared/navindex";
import { hostOf } from "./board-tree";
import { Choices } from "./choices";
import { ItemIcon } from "./link-icon";

type Props = {
  /** What is edited, or a new one as it begins. */
  item: NavItem;
  isNew: boolean;
  onSave: (item: NavItem) => void;
  onClose: () => void;
};

/** How a link, or a folder, is called, where it leads, and how it looks. */
export default function ItemDialog({ item, isNew, onSave, onClose }: Props) {
  const t = useTranslations("navindex");
  const [form, setForm] = useState(item);
  const [isTried, setTried] = useState(false);
  const url = form.kind === "link" ? parseLinkUrl(form.url.trim()) : "";
  // Who gives none gets the host.
  const title = form.title.trim() || (form.kind === "link" && url !== null ? hostOf(url) : "");
  const heading = isNew
    ? t(form.kind === "link" ? "dialog.newLink" : "dialog.newFolder")
    : t("dialog.edit", { name: item.title });
  const submit = () => {
    setTried(true);
    if (url === null || title === "") return;
    onSave(form.kind === "link" ? { ...form, url, title } : { ...form, title });
    onClose();
  };
  return (
    <DialogCard title={heading} onClose={onClose} size={480}>
      <Form onSubmit={submit}>
        {form.kind === "link" ? (
          <TextInput
            label={t("dialog.url")}
            description={t("dialog.urlHint")}
            value={form.url}
            data-autofocus
            dir="ltr"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            error={isTried && url === null ? t("dialog.urlProblem") : null}
            onChange={({ currentTarget }) => setForm({ ...form, url: currentTarget.value })}
          />
        ) : null}
        <TextInput
          label={t("dialog.title")}
          value={form.title}
          placeholder={form.kind === "link" && url !== null && url !== "" ? hostOf(url) : ""}
          maxLength={100}
          autoComplete="off"
          {...(form.kind === "folder" ? { "data-autofocus": true } : {})}
          error={isTried && title === "" && url !== null ? t("dialog.title") : null}
          onChange={({ currentTarget }) => setForm({ ...form, title: currentTarget.value })}
        />
        {form.kind === "link" ? (
          <Choices<LinkIcon | "letter">
            label={t("dialog.icon")}
            values={["letter", ...linkIcons]}
            value={form.icon ?? "letter"}
            nameOf={(one) => (one === "letter" ? t("dialog.letter") : t(`icons.${one}`))}
            renderValue={(one) => (
              <ItemIcon item={{ ...form, title: title || "?", icon: one === "letter" ? null : one }} />
            )}
            onValue={(one) => setForm({ ...form, icon: one === "letter" ? null : one })}
          />
        ) : null}
        <Choices
          label={t("dialog.color")}
          values={linkColors}
          value={form.color}
          nameOf={(one) => t(`colors.${one}`)}
          renderValue={(one) => <ItemIcon item={{ ...form, title: title || "?", color: one }} />}
          onValue={(color) => setForm({ ...form, color })}
        />
        <FormButtons onCancel={onClose}>
          <Button type="submit">{t("dialog.save")}</Button>
        </FormButtons>
      </Form>
    </DialogCard>
  );
}
