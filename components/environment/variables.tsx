"use client";

import { Checkbox, PasswordInput, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { QueryState } from "@/components/layout/query-state";
import { useCachedMe } from "@/components/layout/use-me";
import { api } from "@/lib/client/call";
import type { Variable } from "@/lib/contracts/environment";
import { isHeldBack, neutralBeginnings, variableNameProblem } from "@/lib/shared/variable-names";
import { EntryDialog } from "./entry-dialog";
import { KeptRows } from "./kept-rows";
import { useKeptList } from "./use-kept-list";

const blank: Variable = { name: "", note: "", audience: "others", isSecret: false, isTrusted: false, value: "" };

/** Variables that every terminal begins with. */
export function Variables({ wanted }: { wanted: string }) {
  const t = useTranslations("environment");
  const isRoot = useCachedMe()?.is_root === true;
  const { query, save } = useKeptList<Variable>({
    queryKey: ["setting", "variables"],
    load: async (signal) => (await api.environment.getVariablesSetting({}, { signal })).variables,
    store: async (variables) => (await api.environment.setVariablesSetting({ variables })).variables,
  });
  const [edited, setEdited] = useState<number | "new" | null>(null);
  return (
    <QueryState query={query} rows={2}>
      {(variables) => (
        <>
          <KeptRows
            title={t("variables.title")}
            hint={t("variables.hint")}
            empty={t("variables.empty")}
            addLabel={t("variables.add")}
            rows={variables}
            wanted={wanted}
            nameOf={({ name }) => name}
            textOf={({ value }) => value ?? "••••••"}
            noticeOf={(one) => (isHeldBack(one) ? t("variables.held") : null)}
            onAdd={() => setEdited("new")}
            onEdit={setEdited}
            onChange={(next) => void save(next).catch(() => {})} // the query client shows what failed
          />
          {edited === null ? null : (
            <EntryDialog<Variable>
              title={t(edited === "new" ? "variables.add" : "variables.edit")}
              initial={(edited === "new" ? null : variables[edited]) ?? blank}
              isForAdministrators={({ isSecret }) => isSecret}
              problemOf={(one) => {
                const { name } = one;
                const problem = variableNameProblem(name);
                if (problem !== null) return t(`variables.problems.${problem}`);
                if (!isRoot && isHeldBack({ ...one, isTrusted: false }))
                  return t("variables.problems.read", { names: neutralBeginnings.join(" ") });
                return variables.some((other, at) => at !== edited && other.name === name) ? t("repeated") : null;
              }}
              onSave={(draft) => {
                // Whoever may say so says so by saving it.
                const one = { ...draft, isTrusted: isRoot };
                return save(
                  edited === "new" ? [...variables, one] : variables.map((old, at) => (at === edited ? one : old)),
                );
              }}
              onClose={() => setEdited(null)}
            >
              {({ value: { name, value, isSecret }, patch, problem }) => (
                <>
                  <TextInput
                    label={t("variables.name")}
                    dir="ltr"
                    data-autofocus
                    disabled={edited !== "new"}
                    value={name}
                    error={problem}
                    onChange={({ currentTarget }) => patch({ name: currentTarget.value.trim() })}
                  />
                  {isSecret ? (
                    <PasswordInput
                      label={t("variables.value")}
                      description={edited === "new" ? null : t("variables.keep")}
                      autoComplete="off"
                      value={value ?? ""}
                      onChange={({ currentTarget: { value: typed } }) =>
                        patch({ value: typed === "" && edited !== "new" ? null : typed })
                      }
                    />
                  ) : (
                    <TextInput
                      label={t("variables.value")}
                      dir="ltr"
                      value={value ?? ""}
                      onChange={({ currentTarget }) => patch({ value: currentTarget.value })}
                    />
                  )}
                  {isRoot ? (
                    <Checkbox
                      label={t("variables.secret")}
                      description={t("variables.secretHint")}
                      checked={isSecret}
                      // What was secret has to be typed anew to be shown.
                      onChange={({ currentTarget }) => patch({ isSecret: currentTarget.checked, value: value ?? "" })}
                    />
                  ) : null}
                </>
              )}
            </EntryDialog>
          )}
        </>
      )}
    </QueryState>
  );
}
