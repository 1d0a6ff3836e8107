"use client";

import { useTranslations } from "next-intl";
import { Fragment } from "react";
import { useCachedMe } from "@/components/layout/use-me";
import { Badge } from "@/components/ui/badge";
import { DetailPart, DetailText, QuietText } from "@/components/ui/details/detail-part";
import { Facts } from "@/components/ui/details/facts";
import { shownName } from "@/lib/shared/shown-name";
import styles from "./systemd.module.css";

type RelationsProps = {
  relations: Readonly<Record<string, readonly string[]>>;
  isListed: (unit: string) => boolean;
  onOpen: (unit: string) => void;
};

/** systemd's own words: they are what its manual and its files say. */
export function UnitRelations({ relations, isListed, onOpen }: RelationsProps) {
  const t = useTranslations("systemd.details");
  const kinds = Object.entries(relations);
  if (kinds.length === 0) return null;
  const nameOf = (unit: string) =>
    isListed(unit) ? (
      <button type="button" className={styles["related"]} onClick={() => onOpen(unit)}>
        {shownName(unit)}
      </button>
    ) : (
      shownName(unit)
    );
  return (
    <DetailPart title={t("relations")} isFolded>
      <Facts
        facts={kinds.map(([label, units]) => ({
          label,
          value: units.map((unit, index) => (
            <Fragment key={unit}>
              {index === 0 ? null : ", "}
              {nameOf(unit)}
            </Fragment>
          )),
          isCode: true,
        }))}
      />
    </DetailPart>
  );
}

type InstancesProps = { instances: readonly string[]; onOpen: (unit: string) => void };

/** Of a template: the units that systemd has made of it. */
export function UnitInstances({ instances, onOpen }: InstancesProps) {
  const t = useTranslations("systemd.instance");
  return (
    <DetailPart title={t("list")}>
      {instances.length === 0 ? (
        <QuietText>{t("none")}</QuietText>
      ) : (
        <ul className={styles["instances"]}>
          {instances.map((unit) => (
            <li key={unit}>
              <button type="button" className={styles["related"]} onClick={() => onOpen(unit)}>
                <bdi dir="ltr">{shownName(unit)}</bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
    </DetailPart>
  );
}

type File = { path: string; text: string; is_drop_in: boolean };

export function UnitFiles({ files }: { files: readonly File[] }) {
  const t = useTranslations("systemd.details");
  const isRoot = useCachedMe()?.is_root === true;
  if (!isRoot) return <QuietText>{t("filesRootOnly")}</QuietText>;
  if (files.length === 0) return null;
  return (
    <DetailPart title={t("files")} isFolded>
      {files.map(({ path, text, is_drop_in }) => (
        <div key={path}>
          <div className={styles["path"]}>
            <bdi dir="ltr">{shownName(path)}</bdi>
            {is_drop_in ? <Badge>{t("dropIn")}</Badge> : null}
          </div>
          <DetailText label={path} text={text} />
        </div>
      ))}
    </DetailPart>
  );
}
