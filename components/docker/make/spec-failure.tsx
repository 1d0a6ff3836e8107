"use client";

import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useWords } from "@/components/domain/entry/words";
import { watchTask } from "@/components/domain/task/task-store";
import { useCan } from "@/components/layout/use-can";
import { Banner } from "@/components/ui/banner";
import { api } from "@/lib/client/call";
import { isAppError } from "@/lib/shared/errors";
import { parseImageReference } from "@/lib/shared/image-reference";
import styles from "./make.module.css";

type Props = {
  error: Error;
  image: string;
  /** The name of the old container, where that runs as before. */
  runsAgain: string | null;
  onPull: (taskId: string) => void;
};

/** Why a container was not made, and what helps: an image that is not here can be pulled. */
export function SpecFailure({ error, image, runsAgain, onPull }: Props) {
  const t = useTranslations("dockerMake");
  const words = useWords();
  const can = useCan();
  const pull = useMutation({
    mutationFn: () => api.docker.pullImage({ reference: image }),
    meta: { errorOwner: "form" },
    onSuccess: ({ taskId }) => {
      watchTask(taskId, words);
      onPull(taskId);
    },
  });
  const canPull =
    isAppError(error) &&
    error.key === "docker/no-image" &&
    can("docker_image_update") &&
    parseImageReference(image) !== null;
  return (
    <div className={styles["failure"]}>
      <Banner kind="error">
        {pull.error !== null
          ? words.errorText(pull.error)
          : canPull
            ? t("noImage", { name: image })
            : words.errorText(error)}
        {runsAgain === null ? null : ` ${t("runsAgain", { name: runsAgain })}`}
        {canPull ? (
          <div className={styles["remedy"]}>
            <Button size="xs" variant="default" loading={pull.isPending} onClick={() => pull.mutate()}>
              {t("pullAndGo")}
            </Button>
          </div>
        ) : null}
      </Banner>
    </div>
  );
}
