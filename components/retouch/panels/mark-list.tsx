"use client";

import { IconTrash } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { KeyboardEvent } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { growMark, shiftMark } from "@/components/retouch/stage/drawing-tools";
import type { ImageEdits } from "@/components/retouch/use-image-edits";
import styles from "@/components/retouch/image-editor.module.css";

type Props = { edits: ImageEdits; chosen: number | null; onChoose: (index: number | null) => void };

const steps: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** What is drawn, to choose, to move and to size by keys, and to remove. */
export function MarkList({ edits: { recipe, add }, chosen, onChoose }: Props) {
  const t = useTranslations("imageEdit.draw");
  const remove = (index: number) => {
    add({ kind: "removeMark", index });
    onChoose(null);
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const mark = recipe.marks[index];
    const step = steps[event.key];
    if (mark === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const by = event.shiftKey ? 0.05 : 0.005;
    if (step !== undefined)
      add({ kind: "setMark", index, mark: shiftMark(mark, { x: step[0] * by, y: step[1] * by }) }, true);
    else if (event.key === "+" || event.key === "-")
      add({ kind: "setMark", index, mark: growMark(mark, event.key === "+" ? 1.05 : 1 / 1.05) }, true);
    else if (event.key === "Delete" || event.key === "Backspace") remove(index);
    else return;
    event.preventDefault();
    event.stopPropagation();
    onChoose(event.key === "Delete" || event.key === "Backspace" ? null : index);
  };
  if (recipe.marks.length === 0) return <p className={styles["hint"]}>{t("none")}</p>;
  return (
    <>
      <ul className={styles["marks"]} aria-label={t("list")}>
        {recipe.marks.map((mark, index) => {
          const label = mark.kind === "text" ? mark.text : t(`kinds.${mark.kind}`);
          return (
            <li key={index} data-chosen={chosen === index || undefined}>
              <button
                type="button"
                aria-pressed={chosen === index}
                onClick={() => onChoose(index)}
                onKeyDown={(event) => onKeyDown(event, index)}
              >
                <bdi>{label}</bdi>
              </button>
              <IconButton
                label={t("remove", { name: label })}
                icon={<IconTrash size={16} />}
                onClick={() => remove(index)}
              />
            </li>
          );
        })}
      </ul>
      <p className={styles["hint"]}>{t("keys")}</p>
    </>
  );
}
