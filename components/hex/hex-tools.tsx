"use client";

import { Button, SegmentedControl, TextInput } from "@mantine/core";
import { IconArrowRight, IconChevronDown, IconChevronUp, IconSearch } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import type { ReadRange } from "./hex-bytes";
import { findBytes, needleOf, offsetOf } from "./hex-search";
import styles from "./hex.module.css";

type Props = {
  read: ReadRange;
  sizeBytes: number;
  offset: number;
  byte: number | undefined;
  onGo: (offset: number, length?: number) => void;
};

type Finding =
  | { at: "idle" }
  | { at: "running"; share: number }
  | { at: "none" }
  | { at: "failed" }
  | { at: "invalid" };

/** Going to a place, and looking for text or bytes in the whole file, piece by piece. */
export function HexTools({ read, sizeBytes, offset, byte, onGo }: Props) {
  const t = useTranslations("hex");
  const format = useFormatter();
  const [text, setText] = useState("");
  const [place, setPlace] = useState("");
  const [isHex, setHex] = useState(false);
  const [finding, setFinding] = useState<Finding>({ at: "idle" });
  const [hasBadPlace, setBadPlace] = useState(false);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);

  const find = async (isBackwards: boolean) => {
    const needle = needleOf(text, isHex);
    if (needle === null) {
      setFinding({ at: text === "" ? "idle" : "invalid" });
      return;
    }
    stop.current?.abort();
    const controller = new AbortController();
    stop.current = controller;
    setFinding({ at: "running", share: 0 });
    try {
      const place = await findBytes({
        read,
        sizeBytes,
        needle,
        from: isBackwards ? offset : offset + 1,
        isBackwards,
        signal: controller.signal,
        onProgress: (share) => setFinding({ at: "running", share }),
      });
      setFinding(place === null ? { at: "none" } : { at: "idle" });
      if (place !== null) onGo(place, needle.length);
    } catch {
      if (stop.current === controller) setFinding(controller.signal.aborted ? { at: "idle" } : { at: "failed" });
    }
  };
  const says: Record<Finding["at"], string> = {
    idle:
      byte === undefined
        ? ""
        : t("byte", { offset: format.number(offset), hex: `0x${offset.toString(16)}`, value: byte }),
    running:
      finding.at === "running" ? t("searching", { percent: format.number(finding.share, { style: "percent" }) }) : "",
    none: t("noMatch"),
    failed: t("failed"),
    invalid: t("invalid"),
  };

  return (
    <div className={styles["tools"]}>
      <form
        className={styles["go"]}
        onSubmit={(event) => {
          event.preventDefault();
          const target = offsetOf(place, sizeBytes);
          setBadPlace(target === null);
          if (target !== null) onGo(target);
        }}
      >
        <TextInput
          value={place}
          onChange={({ currentTarget }) => setPlace(currentTarget.value)}
          dir="ltr"
          aria-label={t("goTo")}
          placeholder={t("goTo")}
          autoComplete="off"
          error={hasBadPlace}
        />
        <IconButton type="submit" label={t("go")} icon={<IconArrowRight size={18} data-flip />} />
      </form>
      <form
        className={styles["find"]}
        onSubmit={(event) => {
          event.preventDefault();
          void find(false); // shows its own failures
        }}
      >
        <TextInput
          aria-label={t("find")}
          placeholder={t("find")}
          autoComplete="off"
          leftSection={<IconSearch size={16} />}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <SegmentedControl
          aria-label={t("as")}
          value={isHex ? "hex" : "text"}
          data={[
            { value: "text", label: t("text") },
            { value: "hex", label: t("bytes") },
          ]}
          onChange={(value) => setHex(value === "hex")}
        />
        <IconButton label={t("previous")} icon={<IconChevronUp size={18} />} onClick={() => void find(true)} />
        <IconButton type="submit" label={t("next")} icon={<IconChevronDown size={18} />} />
      </form>
      {finding.at === "running" ? (
        <Button size="compact-sm" variant="default" onClick={() => stop.current?.abort()}>
          {t("stop")}
        </Button>
      ) : null}
      <output className={styles["said"]}>{says[finding.at]}</output>
    </div>
  );
}
