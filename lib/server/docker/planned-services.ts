import type { PlannedService } from "./kept-names";
import type { Neighbor } from "./neighbors";
import type { createVolumeFinder } from "./volumes-had";

type Around = { there: readonly Neighbor[]; volumesOf: ReturnType<typeof createVolumeFinder> };

const idOf = (project: string, service: string) => `service:${project}/${service}`;

/**
 * A service of an approved stack as the container that it becomes, whatever is there of it now: what others leave for it in a volume, it finds when an administrator
 * deploys it again. What Compose takes over of the one that is there is the same container's.
 */
export function planned(
  { project, service, isPlain, binds, volumes, joins }: PlannedService,
  { there, volumesOf }: Around,
): Neighbor {
  const containersOf = (name: string) =>
    there.filter(
      ({ labels }) => labels["com.docker.compose.project"] === project && labels["com.docker.compose.service"] === name,
    );
  const services = joins.services.flatMap((name) => [idOf(project, name), ...containersOf(name).map(({ id }) => id)]);
  const mounts = [
    ...binds.map(({ source, isWritable }) => ({ volume: null, source, isWritable })),
    ...volumes.map(({ name, isWritable }) => ({ volume: name, source: "", isWritable })),
  ];
  return {
    id: idOf(project, service),
    isPlanned: true,
    name: "",
    labels: {},
    imageId: "",
    image: "",
    reach: isPlain ? { binds, volumes: volumes.map(({ name }) => name) } : null,
    joins: [...joins.containers, ...services, ...containersOf(service).map(({ id }) => id)],
    volumes: volumesOf(mounts),
  };
}
