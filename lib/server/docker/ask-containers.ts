import type Docker from "dockerode";
import { z } from "zod";
import { AppError } from "@/lib/shared/errors";
import { readEach, type ReadRows } from "@/lib/server/runtime/read-rows";
import { askDocker } from "./ask-docker";

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? "");
const listOf = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .nullish()
    .transform((value) => value ?? []);

/** What our code relies on. What the package promises is not what every daemon says: some of it is null, or not there, with Podman and with what is half made. */
const listed = z.looseObject({
  Id: z.string().min(1),
  Names: listOf(z.string()),
  Image: text,
  ImageID: text,
  State: text,
  Status: text,
  Created: z
    .number()
    .nullish()
    .transform((value) => value ?? 0),
  Ports: listOf(z.looseObject({ PrivatePort: z.number(), Type: z.string() })),
  Mounts: listOf(z.looseObject({ Type: text, Source: text, Destination: text })),
  Labels: z
    .record(z.string(), z.string())
    .nullish()
    .transform((value) => value ?? {}),
  NetworkSettings: z
    .looseObject({ Networks: z.record(z.string(), z.looseObject({ NetworkID: text })).nullish() })
    .nullish()
    .transform((value) => ({ ...value, Networks: value?.Networks ?? {} })),
});

type Asked = Docker.ContainerListOptions & { patienceMs?: number };

/** The daemon's containers, all of them unless a limit is given, each whole; one that is none is left out and counted. Throws what `askDocker` throws. */
export async function askContainers(
  name: string,
  { patienceMs, ...options }: Asked,
): Promise<ReadRows<Docker.ContainerInfo>> {
  const found: unknown[] = await askDocker(
    name,
    (docker, abortSignal) => docker.listContainers({ ...options, abortSignal }),
    patienceMs === undefined ? {} : { patienceMs },
  );
  return readEach("containers", found, (one) => listed.parse(one) as unknown as Docker.ContainerInfo); // with all that is used of it
}

/** Every container there is, for whatever is said of all of them, such as that nobody uses something. Throws docker/unknown-neighbors where one cannot be read. */
export async function allContainers(name: string): Promise<Docker.ContainerInfo[]> {
  const { rows, unreadable } = await askContainers(name, { all: true });
  if (unreadable > 0) throw new AppError("docker/unknown-neighbors");
  return rows;
}
