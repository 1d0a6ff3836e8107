"use client";

import { Checkbox } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { Section } from "@/components/layout/section";
import { useCan } from "@/components/layout/use-can";
import { useListTexts } from "@/components/layout/use-list-texts";
import { TextList } from "@/components/ui/text-list";
import { api } from "@/lib/client/call";
import {
  containerRights,
  containerRuleLimits,
  isContainerMatch,
  isNamedBy,
  type ContainerRight,
  type ContainerRule,
} from "@/lib/shared/container-rules";
import styles from "./containers.module.css";

type Props = { value: readonly ContainerRule[]; onChange: (value: ContainerRule[]) => void };

const shownNames = 5;

/** The containers that a role or a user may use, and for what; a section of the form. */
export function ContainerRuleFields({ value, onChange }: Props) {
  const t = useTranslations("containerRule");
  const texts = useListTexts();
  const can = useCan();
  const mayLook = can("docker_view") || can("docker_container_rule");
  const containers = useQuery({
    queryKey: ["docker", "named"],
    queryFn: async ({ signal }) => (await api.docker.listContainers({}, { signal })).containers,
    enabled: mayLook && value.length > 0,
    retry: false,
    meta: { errorOwner: "form" },
  });
  // Who has nothing of it to give is not asked.
  if (!mayLook && value.length === 0) return null;
  const set = (match: string, right: ContainerRight, isOn: boolean) =>
    onChange(
      value.map((rule) =>
        rule.match === match
          ? { match, may: containerRights.filter((one) => (one === right ? isOn : rule.may.includes(one))) }
          : rule,
      ),
    );
  return (
    <Section title={t("title")} hint={t("hint")}>
      <TextList
        label={t("list")}
        isLabelHidden
        inputLabel={t("input")}
        placeholder="web-*"
        value={value.map(({ match }) => match)}
        validate={(match) => {
          if (value.length >= containerRuleLimits.most) return t("full", { count: containerRuleLimits.most });
          return isContainerMatch(match) ? null : t("problem");
        }}
        onChange={(matches) =>
          onChange(matches.map((match) => value.find((rule) => rule.match === match) ?? { match, may: ["logs"] }))
        }
        texts={{ ...texts, empty: t("none") }}
        renderNote={(match) => (
          <div className={styles["rule"]}>
            {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset brings its own frame and line break */}
            <div className={styles["rights"]} role="group" aria-label={t("rightsOf", { match })}>
              <Checkbox size="xs" label={t("rights.see")} checked disabled />
              {containerRights.map((right) => (
                <Checkbox
                  key={right}
                  size="xs"
                  label={t(`rights.${right}`)}
                  checked={value.some((rule) => rule.match === match && rule.may.includes(right))}
                  onChange={({ currentTarget }) => set(match, right, currentTarget.checked)}
                />
              ))}
            </div>
            <MatchNote
              names={containers.data?.filter((one) => isNamedBy(match, one)).map(({ name }) => name) ?? null}
            />
          </div>
        )}
      />
    </Section>
  );
}

/** Which containers a rule names now; null: not known. */
function MatchNote({ names }: { names: readonly string[] | null }) {
  const t = useTranslations("containerRule");
  const format = useFormatter();
  if (names === null) return null;
  const shown = names.slice(0, shownNames);
  return (
    <span className={names.length === 0 ? styles["noMatch"] : styles["matches"]}>
      {names.length === 0
        ? t("matchesNone")
        : t("matches", {
            count: names.length,
            names: format.list([...shown, ...(names.length > shown.length ? ["…"] : [])], { type: "unit" }),
          })}
    </span>
  );
}
