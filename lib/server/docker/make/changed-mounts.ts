import path from "node:path";
import type Docker from "dockerode";
import { z } from "zod";
import type { ContainerSpec } from "@/lib/contracts/docker-make";
import type { NewVolumes } from "./assert-volumes";
import { mountOf } from "./container-body";

type Mount = ContainerSpec["mounts"][number];
/** As it was asked for, with options that the package does not know. */
type Raw = {
  Type: string;
  Source?: string;
  Target: string;
  ReadOnly?: boolean;
  BindOptions?: Record<string, unknown>;
};
type Inspected = Pick<Docker.ContainerInspectInfo, "HostConfig" | "Mounts">;

const placeOf = (target: string) => path.posix.resolve("/", target);
const keyOf = ({ kind, source, destination }: Mount) => JSON.stringify([kind, source, destination]);
/** The package says one where there are several; the daemon says null for none. */
const rawMounts = ({ Mounts }: Docker.HostConfig) => (Mounts ?? []) as unknown as Raw[];
const usualPropagation = new Set([undefined, "", "rprivate"]);

type Changes = {
  before: readonly Mount[];
  after: readonly Mount[];
  /** Of the container itself, by their place in it. */
  volumes: Record<string, object>;
  /** Whether what it has of other containers can be had of them again. */
  keepsVolumesFrom: boolean;
  newVolumes: NewVolumes;
};

/**
 * How a container gets `after` in place of `before`: what stays is asked for in the words of before, with all options; volumes without a name are asked for by the
 * name that they got, so that what is in them stays. What is no folder and no volume (tmpfs and the like) is kept.
 */
export function changedMounts(
  { HostConfig, Mounts }: Inspected,
  { before, after, volumes, keepsVolumesFrom, newVolumes }: Changes,
) {
  const binds = new Map((HostConfig.Binds ?? []).map((bind) => [placeOf(bind.split(":")[1] ?? ""), bind]));
  const raws = new Map(rawMounts(HostConfig).map((raw) => [placeOf(raw.Target), raw]));
  const known = new Map(before.map((mount) => [keyOf(mount), mount]));
  const propagations = new Map(
    ((Mounts as typeof Mounts | null) ?? []).map((one) => [one.Destination, one.Propagation]),
  );
  const kept: { Binds: string[]; Mounts: Raw[] } = {
    Binds: [],
    Mounts: [...raws.values()].filter(({ Type }) => Type !== "volume" && Type !== "bind"),
  };
  for (const mount of after) {
    const place = placeOf(mount.destination);
    const bind = known.has(keyOf(mount)) ? binds.get(place) : undefined;
    const raw = known.has(keyOf(mount)) ? raws.get(place) : undefined;
    if (bind !== undefined) kept.Binds.push(withAccess(bind, mount));
    else if (raw !== undefined) kept.Mounts.push(rawWithAccess(raw, mount));
    else if (!keepsVolumesFrom || !known.has(keyOf(mount)) || isUnnamed(mount)) {
      const propagation = propagations.get(mount.destination);
      const isUsual = mount.kind !== "bind" || !known.has(keyOf(mount)) || usualPropagation.has(propagation);
      kept.Mounts.push({
        ...(mountOf(mount, newVolumes) as Raw),
        ...(isUsual ? {} : { BindOptions: { Propagation: propagation ?? "" } }),
      });
    }
  }
  const places = [...binds.keys(), ...raws.keys()];
  const inOrder = <T>(list: T[], place: (one: T) => string) =>
    list.toSorted(
      (a, b) =>
        (places.indexOf(place(a)) + 1 || Number.MAX_SAFE_INTEGER) -
        (places.indexOf(place(b)) + 1 || Number.MAX_SAFE_INTEGER),
    );
  const stays = new Set(after.map(({ destination }) => placeOf(destination)));
  const gone = new Set(before.map(({ destination }) => placeOf(destination)).filter((place) => !stays.has(place)));
  return {
    HostConfig: {
      // As they stood: the daemon lists what has come of them in any order.
      Binds: inOrder(kept.Binds, (bind) => placeOf(bind.split(":")[1] ?? "")),
      Mounts: inOrder(kept.Mounts, ({ Target }) => placeOf(Target)) as unknown as Docker.MountConfig, // the package says one where there are several
      VolumesFrom: keepsVolumesFrom ? (HostConfig.VolumesFrom as unknown) : [],
    },
    Volumes: Object.fromEntries(Object.entries(volumes).filter(([place]) => !gone.has(placeOf(place)))),
  };
}

const isUnnamed = ({ kind, source }: Mount) => kind === "volume" && /^[0-9a-f]{64}$/.test(source);

/** `source:target:options`, with the word for the access alone changed. */
function withAccess(bind: string, { is_writable }: Mount): string {
  const [source = "", target = "", options = ""] = bind.split(":");
  const all = options.split(",").filter(Boolean);
  if (is_writable === !all.includes("ro")) return bind;
  const others = all.filter((option) => option !== "ro" && option !== "rw");
  return [source, target, ...[[...others, ...(is_writable ? [] : ["ro"])].join(",")].filter(Boolean)].join(":");
}

function rawWithAccess(raw: Raw, { source, is_writable }: Mount): Raw {
  const { BindOptions, ...rest } = raw;
  // How far read-only reaches is said of what is read-only alone.
  const { ReadOnlyNonRecursive: _, ReadOnlyForceRecursive: __, ...options } = BindOptions ?? {};
  return {
    ...rest,
    Source: source,
    ...(BindOptions === undefined ? {} : { BindOptions: is_writable ? options : BindOptions }),
    ...((raw.ReadOnly ?? false) === !is_writable ? {} : { ReadOnly: !is_writable }),
  };
}

const plainOption = /^(?:ro|rw|z|Z|nocopy|consistent|cached|delegated|r?private)$/;
const none = z.null().optional();
const plainHost = z.object({
  // Of volumes that are made with it.
  VolumeDriver: z.enum(["", "local"]).nullish(),
  Binds: z
    .array(
      z
        .string()
        .refine((bind) => (bind.split(":")[2] ?? "").split(",").every((one) => one === "" || plainOption.test(one))),
    )
    .nullish(),
  Mounts: z
    .array(
      z.strictObject({
        Type: z.enum(["volume", "bind", "tmpfs"]),
        Source: z.string().optional(),
        Target: z.string(),
        ReadOnly: z.boolean().optional(),
        Consistency: z.string().optional(),
        BindOptions: z
          .strictObject({
            Propagation: z.enum(["", "private", "rprivate"]).optional(),
            CreateMountpoint: z.boolean().optional(),
          })
          .nullish(),
        VolumeOptions: z
          .strictObject({
            NoCopy: z.boolean().optional(),
            Labels: z.record(z.string(), z.string()).nullish(),
            Subpath: z.string().optional(),
            // A driver's options mount whatever they say.
            DriverConfig: none,
          })
          .nullish(),
        TmpfsOptions: z.unknown().optional(),
      }),
    )
    .nullish(),
});

/** Whether the options of its mounts, which nobody has looked at one by one, reach no further than the mounts themselves. */
export const hasPlainMounts = (host: Docker.HostConfig): boolean => plainHost.safeParse(host).success;
