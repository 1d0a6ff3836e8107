import type Docker from "dockerode";
import { askContainers } from "@/lib/server/docker/ask-containers";
import type { ReadRows } from "@/lib/server/runtime/read-rows";

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
export async function listProjectContainers(project?: string): Promise<Docker.ContainerInfo[]> {
  return (await readProjectContainers(project)).rows;
}

/** Those that can be read, and how many cannot. */
export function readProjectContainers(project?: string): Promise<ReadRows<Docker.ContainerInfo>> {
  const label = project === undefined ? labels.project : `${labels.project}=${project}`;
  return askContainers(project ?? "", { all: true, filters: { label: [label] } });
}
