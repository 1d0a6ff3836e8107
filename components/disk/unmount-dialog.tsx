"use client";

import { Button, Checkbox } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRoots } from "@/components/domain/entry/use-roots";
import { QueryState } from "@/components/layout/query-state";
import { useErrorText } from "@/components/layout/use-error-text";
import { useCachedMe } from "@/components/layout/use-me";
import { Badge } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { Form, FormButtons } from "@/components/ui/form";
import { useKitTexts } from "@/components/ui/kit-texts";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import type { DiskRow } from "@/lib/contracts/disk";
import { shownName } from "@/lib/shared/shown-name";
import { shortName } from "./arrange";
import styles from "./disk.module.css";

type Props = { row: DiskRow; place: string; onClose: () => void };
const lookAgainMs = 3_000;

/** Says what uses a place before it is unmounted. */
export function UnmountDialog({ row, place, onClose }: Props) {
  const t = useTranslations("disk.unmount");
  const texts = useKitTexts();
  const errorText = useErrorText();
  const isRoot = useCachedMe()?.is_root === true;
  const [isLazy, setLazy] = useState(false);
  const users = useQuery({
    queryKey: ["disk", "users", place],
    queryFn: ({ signal }) => api.disk.listUsers({ place }, { signal }),
    refetchInterval: lookAgainMs,
    gcTime: 0,
    retry: false,
  });
  const unmount = useMutation({
    mutationFn: () => api.disk.unmount({ place, lazy: isLazy }),
    meta: { errorOwner: "form" },
    onSuccess: () => {
      showToast({ kind: "success", message: t("done", { name: place }) });
      onClose();
    },
  });
  const { data } = users;
  const isUsed = data !== undefined && data.users.length + data.mounts.length + data.loops.length > 0;
  return (
    <DialogCard title={t("title", { name: place })} onClose={onClose} size={620} fillsPhone>
      <Form onSubmit={() => unmount.mutate()}>
        <p className={styles["hint"]}>{t("hint", { name: shortName(row) })}</p>
        <QueryState query={users} rows={3}>
          {(found) => (isUsed ? <Users found={found} /> : <Banner kind="success">{t("unused")}</Banner>)}
        </QueryState>
        {data === undefined ? null : <Also found={data} />}
        {isRoot && (isUsed || unmount.error !== null || isLazy) ? (
          <Checkbox
            label={t("lazy")}
            description={t("lazyHint")}
            checked={isLazy}
            onChange={({ currentTarget }) => setLazy(currentTarget.checked)}
          />
        ) : null}
        {unmount.error === null ? null : <Banner kind="error">{errorText(unmount.error)}</Banner>}
        <FormButtons>
          <Button variant="default" onClick={onClose} data-autofocus>
            {texts.cancel}
          </Button>
          <Button
            type="submit"
            color={isLazy ? "red" : "blue"}
            loading={unmount.isPending}
            disabled={isUsed && !isLazy}
          >
            {t(isLazy ? "submitLazy" : "submit")}
          </Button>
        </FormButtons>
      </Form>
    </DialogCard>
  );
}

function UserHead({ command, badge }: { command: string; badge: string | null }) {
  return (
    <span className={styles["userHead"]}>
      <bdi dir="ltr" className={styles["command"]}>
        {shownName(command)}
      </bdi>
      {badge === null ? null : <Badge tone="accent">{shownName(badge)}</Badge>}
    </span>
  );
}

/** What does not keep it from being unmounted, and is good to know before. */
function Also({ found }: { found: Found }) {
  const t = useTranslations("disk.unmount");
  const roots = useRoots().data;
  return (
    <>
      {found.folders.length === 0 ? null : (
        <Banner kind="warning">
          {t("folders", {
            names: found.folders.map((id) => shownName(roots?.find((one) => one.id === id)?.note ?? id)).join(", "),
          })}
        </Banner>
      )}
      {found.keepers.length === 0 ? null : (
        <Banner kind="warning" title={t("kept")}>
          <p>{t("keptHint")}</p>
          <ul className={styles["users"]}>
            {found.keepers.map(({ pid, command, user, path, container }) => (
              <li key={pid}>
                <UserHead command={command} badge={container} />
                <span className={styles["userFacts"]}>
                  {t("process", { pid: String(pid), user: shownName(user) })}
                  {path === null ? null : (
                    <>
                      {" "}
                      · {t("keptAt")}{" "}
                      <bdi dir="ltr" className={styles["path"]}>
                        {shownName(path)}
                      </bdi>
                    </>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </Banner>
      )}
    </>
  );
}

type Found = Awaited<ReturnType<typeof api.disk.listUsers>>;

function Users({ found }: { found: Found }) {
  const t = useTranslations("disk.unmount");
  return (
    <Banner kind="warning" title={t("used")}>
      <p>{t("usedHint")}</p>
      <ul className={styles["users"]}>
        {found.users.map(({ pid, command, user, use, path, others, is_own, container }) => (
          <li key={pid}>
            <UserHead command={command} badge={is_own ? "Filedeck" : container} />
            <span className={styles["userFacts"]}>
              {t("process", { pid: String(pid), user: shownName(user) })} · {t(`use.${use}`)}
              {path === null ? null : (
                <>
                  {" "}
                  <bdi dir="ltr" className={styles["path"]}>
                    {shownName(path)}
                  </bdi>
                </>
              )}
              {others === 0 ? null : ` ${t("others", { count: others })}`}
            </span>
          </li>
        ))}
        {found.mounts.map((mount) => (
          <li key={mount}>{t("mountBelow", { name: shownName(mount) })}</li>
        ))}
        {found.loops.map((loop) => (
          <li key={loop}>{t("image", { name: loop })}</li>
        ))}
      </ul>
      {found.is_cut ? <p>{t("cut")}</p> : null}
    </Banner>
  );
}
