import type Docker from "dockerode";
import { limits } from "@/lib/server/base/limits";
import { askDocker } from "@/lib/server/docker/ask-docker";

const prefix = "com.docker.compose";
export const labels = {
  project: `${prefix}.project`,
  service: `${prefix}.service`,
  folder: `${prefix}.project.working_dir`,
  files: `${prefix}.project.config_files`,
  /** Of what `docker compose run` made. */
  oneOff: `${prefix}.oneoff`,
} as const;

/** Of one project of Compose, or of all. */
export function listProjectContainers(project?: string): Promise<Docker.ContainerInfo[]> {
  const label = project === undefined ? labels.project : `${labels.project}=${project}`;
  return askDocker(project ?? "", (docker, abortSignal) =>
    docker.listContainers({ all: true, limit: limits.containers, filters: { label: [label] }, abortSignal }),
  );
}
