"use client";

import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { TaskMeter } from "@/components/domain/task/task-meter";
import { putAwayTask, taskStore, watchTask } from "@/components/domain/task/task-store";
import { useWords } from "@/components/domain/entry/words";
import { useFormatSize } from "@/components/layout/use-format-size";
import { useTaskOutcome } from "@/components/layout/use-task-outcome";
import { Banner } from "@/components/ui/banner";
import { FormButtons } from "@/components/ui/form";
import { QuietText } from "@/components/ui/details/detail-part";
import { useStore } from "@/components/ui/use-store";
import { api } from "@/lib/client/call";
import { keepChannel } from "@/lib/client/channel";
import type { PullLayer } from "@/lib/contracts/docker-images";
import { isTaskOver, isTaskProblem } from "@/lib/shared/task-state";
import styles from "./pull-progress.module.css";

const askAgainMs = 500;

type Props = {
  taskId: string;
  reference: string;
  onClose: () => void;
  onAgain: (taskId: string) => void;
  /** All of it is here. */
  onDone?: () => void;
};

/** How far each layer of an image is while it is pulled; that goes on when it is closed. */
export function PullLayers({ taskId, reference, onClose, onAgain, onDone }: Props) {
  const t = useTranslations("dockerImage.pull");
  const tUi = useTranslations("ui");
  const formatSize = useFormatSize();
  const [layers, setLayers] = useState<readonly PullLayer[]>([]);
  const [isClosed, setClosed] = useState(false);
  const words = useWords();
  const outcome = useTaskOutcome();
  const task = useStore(taskStore).get(taskId)?.task;
  useEffect(
    () =>
      keepChannel(
        "docker/pull",
        { task_id: taskId },
        (news) => setLayers(news.layers),
        ({ why }) => setClosed(why !== "lost"),
      ),
    [taskId],
  );
  // The channel ends just before the task does, and does not say how.
  const told = useQuery({
    queryKey: ["docker", "pull", taskId],
    queryFn: ({ signal }) => api.task.getTask({ id: taskId }, { signal }),
    enabled: isClosed,
    refetchInterval: ({ state: { data, error } }) =>
      error !== null || (data !== undefined && isTaskOver(data)) ? false : askAgainMs,
    staleTime: 0,
    meta: { errorOwner: "form" },
  });
  const end = told.data !== undefined && isTaskOver(told.data) ? told.data : null;
  const isOver = end !== null || told.isError;
  const isDone = end?.state === "done";
  const goOn = useEffectEvent(() => onDone?.());
  useEffect(() => {
    if (isDone) goOn();
  }, [isDone]);
  const again = useMutation({
    mutationFn: () => api.docker.pullImage({ reference }),
    meta: { errorOwner: "form" },
    onSuccess: (begun) => {
      putAwayTask(taskId);
      watchTask(begun.taskId, words);
      onAgain(begun.taskId);
    },
  });
  const cancel = useMutation({ mutationFn: () => api.task.cancelTask({ id: taskId }) });
  const canAgain = end !== null && !isDone;
  const whole = layers.filter(isWhole).length;
  const [bytes, total] = sumOf(layers);
  return (
    <>
      <div className={styles["total"]}>
        {isOver ? null : <TaskMeter title={reference} fraction={layers.length === 0 ? null : shareOf(layers)} />}
        {again.error !== null || told.isError ? (
          <Banner kind="error">{words.errorText(again.error ?? told.error)}</Banner>
        ) : end !== null && isTaskProblem(end) ? (
          <Banner kind="error">{outcome(end)}</Banner>
        ) : (
          <QuietText>
            {end !== null
              ? isDone
                ? t("over")
                : outcome(end)
              : layers.length === 0
                ? t(task?.state === "queued" ? "queued" : "asking")
                : t("counted", { whole, all: layers.length, bytes: formatSize(bytes), total: formatSize(total) })}
          </QuietText>
        )}
      </div>
      {layers.length === 0 ? null : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        <ul className={styles["layers"]} aria-label={t("layers")} tabIndex={0}>
          {layers.map((layer) => (
            <Layer key={layer.id} layer={layer} />
          ))}
        </ul>
      )}
      <FormButtons>
        {isOver ? null : (
          <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
            {tUi("cancel")}
          </Button>
        )}
        <Button variant={canAgain ? "default" : "filled"} onClick={onClose}>
          {isOver ? tUi("close") : t("background")}
        </Button>
        {canAgain ? (
          <Button loading={again.isPending} onClick={() => again.mutate()}>
            {tUi("retry")}
          </Button>
        ) : null}
      </FormButtons>
    </>
  );
}

function Layer({ layer }: { layer: PullLayer }) {
  const t = useTranslations("dockerImage.pull");
  const formatSize = useFormatSize();
  const { id, state, bytes, total } = layer;
  return (
    <li className={styles["layer"]} data-state={state}>
      <code dir="ltr">{id}</code>
      <TaskMeter title={id} fraction={state === "extracting" ? 1 : fractionOf(layer)} />
      <span>{t(`states.${state}`)}</span>
      <span className={styles["bytes"]}>
        {total === null ? "" : t("bytes", { bytes: formatSize(bytes), total: formatSize(total) })}
      </span>
    </li>
  );
}

const isWhole = ({ state }: PullLayer) => state === "done" || state === "known";

function fractionOf(layer: PullLayer): number {
  if (isWhole(layer) || layer.state === "downloaded") return 1;
  return layer.total === null || layer.total === 0 ? 0 : Math.min(1, layer.bytes / layer.total);
}

/** Each layer alike: how many bytes those have that still wait, nobody has said. */
function shareOf(layers: readonly PullLayer[]): number {
  return layers.reduce((sum, layer) => sum + fractionOf(layer), 0) / layers.length;
}

function sumOf(layers: readonly PullLayer[]): [bytes: number, total: number] {
  return layers.reduce(([bytes, total], layer) => [bytes + layer.bytes, total + (layer.total ?? 0)], [0, 0]);
}
