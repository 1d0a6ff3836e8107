"use client";

import { Checkbox, NativeSelect } from "@mantine/core";
import { TimeEnds } from "@/components/domain/log/time-ends";
import { IconArrowDown, IconArrowUp, IconDownload, IconRegex, IconTerminal2 } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { KeyboardEvent } from "react";
import { GridSearch, GridTools } from "@/components/ui/grid/grid-tools";
import { IconButton } from "@/components/ui/icon-button";
import { goesOn, logTimes, type LogRange } from "./log-address";
import type { LogView } from "./log-view";
import type { Hits } from "./use-hits";
import styles from "./logs.module.css";

type Props = {
  hits: Hits;
  range: LogRange;
  onRange: (range: LogRange) => void;
  view: LogView;
  onView: (view: Partial<LogView>) => void;
  onDownload: () => void;
  onTerminal: () => void;
};

/** What of a log is shown, and how. */
export function LogTools({ hits, range, onRange, view, onView, onDownload, onTerminal }: Props) {
  const t = useTranslations("dockerLog");
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    hits.step(event.shiftKey ? 1 : -1);
  };
  const switches = [
    { id: "isFollowing", isOff: !goesOn(range) },
    { id: "hasTimes", isOff: false },
    { id: "isWrapped", isOff: false },
  ] as const;
  return (
    <GridTools>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the field in it is what hears the keys */}
      <div className={styles["search"]} onKeyDown={onKeyDown}>
        <GridSearch label={t("search")} text={hits.text} onText={hits.setText} />
        <IconButton
          label={t("regExp")}
          icon={<IconRegex size={16} />}
          variant={hits.isRegExp ? "accent" : "plain"}
          aria-pressed={hits.isRegExp}
          onClick={() => hits.setRegExp(!hits.isRegExp)}
        />
        <IconButton
          label={t("previous")}
          icon={<IconArrowUp size={16} />}
          disabledReason={hits.count === 0 ? t("noHits") : null}
          onClick={() => hits.step(-1)}
        />
        <IconButton
          label={t("next")}
          icon={<IconArrowDown size={16} />}
          disabledReason={hits.count === 0 ? t("noHits") : null}
          onClick={() => hits.step(1)}
        />
        <output className={styles["hits"]} data-problem={hits.isProblem || undefined}>
          {hits.text === ""
            ? ""
            : hits.isProblem
              ? t("badRegExp")
              : hits.position === 0
                ? t("hits", { count: hits.count })
                : t("hitOf", { position: hits.position, count: hits.count })}
        </output>
      </div>
      <NativeSelect
        size="xs"
        aria-label={t("time")}
        value={range.time}
        data={logTimes.map((one) => ({ value: one, label: t(`times.${one}`) }))}
        onChange={({ currentTarget }) =>
          onRange({ ...range, time: logTimes.find((one) => one === currentTarget.value) ?? "all" })
        }
      />
      {range.time === "custom" ? (
        <TimeEnds values={range} labelOf={t} onChange={(end, value) => onRange({ ...range, [end]: value })} />
      ) : null}
      <div className={styles["switches"]}>
        {switches.map(({ id, isOff }) => (
          <Checkbox
            key={id}
            classNames={{ body: styles["switch"] ?? "" }}
            size="xs"
            label={t(`view.${id}`)}
            checked={view[id] && !isOff}
            disabled={isOff}
            onChange={({ currentTarget }) => onView({ [id]: currentTarget.checked })}
          />
        ))}
        <IconButton label={t("terminal")} icon={<IconTerminal2 size={17} />} onClick={onTerminal} />
        <IconButton label={t("download")} icon={<IconDownload size={17} />} onClick={onDownload} />
      </div>
    </GridTools>
  );
}
