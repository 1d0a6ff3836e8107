"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Form } from "@/components/ui/form";
import { TextList } from "@/components/ui/text-list";
import { QueryState } from "./query-state";
import { Section } from "./section";
import { SettingButtons } from "./setting-buttons";
import { useListTexts } from "./use-list-texts";
import { useSettingForm } from "./use-setting-form";

type Paths = { paths: string[] };
type Props = {
  words: "account.protected" | "setting.protected";
  queryKey: readonly string[];
  load: (signal: AbortSignal) => Promise<Paths>;
  store: (value: Paths) => Promise<unknown>;
  /** What is wrong with a pattern, or null. */
  validate: (pattern: string) => string | null;
  /** A path of the kind that is listed, for the hint and the empty field. */
  example: { plain: string; placeholder: string };
};

/** Patterns of what is not deleted, moved or renamed: the system's or the user's own. */
export function ProtectedList(props: Props) {
  const { words, queryKey, load, example } = props;
  const t = useTranslations(words);
  const paths = useQuery({ queryKey, queryFn: ({ signal }) => load(signal) });
  const { plain } = example;
  return (
    <Section
      title={t("title")}
      hint={
        <>
          {t("hint")} {t("patterns", { plain, children: `${plain}/*`, all: `${plain}/**` })}
        </>
      }
    >
      <QueryState query={paths} rows={3}>
        {(saved) => <PathsForm {...props} saved={saved} />}
      </QueryState>
    </Section>
  );
}

function PathsForm({ words, queryKey, store, validate, example, saved }: Props & { saved: Paths }) {
  const t = useTranslations(words);
  const texts = useListTexts();
  const form = useSettingForm({
    saved,
    queryKey,
    store: async (value: Paths) => {
      await store(value);
      return value;
    },
  });
  return (
    <Form label={t("title")} onSubmit={form.save}>
      <TextList
        label={t("title")}
        isLabelHidden
        inputLabel={t("path")}
        placeholder={example.placeholder}
        value={form.value.paths}
        validate={validate}
        onChange={(paths) => form.patch({ paths: [...paths] })}
        texts={{ ...texts, empty: t("empty") }}
      />
      <SettingButtons form={form} />
    </Form>
  );
}
