import type Docker from "dockerode";

/** The volumes of a container that nobody has given a name: Docker made one up, which stays when the container is made anew. */
export function anonymousVolumesOf({ Mounts }: Pick<Docker.ContainerInspectInfo, "Mounts">): string[] {
  // The daemon says null for a list without anything in it, whatever its description says.
  const mounts = (Mounts as typeof Mounts | null) ?? [];
  return mounts.flatMap(({ Type, Name }) =>
    Type === "volume" && Name !== undefined && /^[0-9a-f]{64}$/.test(Name) ? [Name] : [],
  );
}
