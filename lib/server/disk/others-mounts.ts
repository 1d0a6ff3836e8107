import { z } from "zod";
import { AppError, isAppError } from "@/lib/shared/errors";
import { parseFstab, type FstabEntry } from "@/lib/shared/fstab";
import { withLock } from "@/lib/server/base/with-lock";
import { defineSetting } from "@/lib/server/group/define-setting";
import { machineMounts, type Volume } from "@/lib/server/machine/disks/read-disks";
import type { MountLine } from "@/lib/server/machine/parse-mounts";
import { textOf } from "@/lib/server/machine/text-file";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { disks } from "./disk-reader";
import { readFstab } from "./fstab-file";
import { assertOwnPlace } from "./own-place";

const remembered = z.object({
  id: z.number(),
  device: z.string(),
  place: z.string(),
  source: z.string(),
  options: z.array(z.string()),
});

/** What people without an administrator's rights have mounted since the machine started: they may take that away again, and nothing of anybody else's. */
export const othersMounts = defineSetting({
  name: "othersMounts",
  schema: z.object({ boot: z.string(), mounts: z.array(remembered) }),
  fallback: { boot: "", mounts: [] },
  isPortable: false,
});

const bootNow = async () => (await textOf("/proc/sys/kernel/random/boot_id")) ?? "";

/** The number of a mount is given again to a later one: all that is said of it has to be the same, apart from what they may change. */
const isSame = (known: z.infer<typeof remembered>, mount: MountLine) =>
  known.id === mount.id &&
  known.device === mount.device &&
  known.place === mount.place &&
  known.source === mount.source &&
  [...lasting(mount)].sort().join() === [...known.options].sort().join();
const lasting = ({ options }: MountLine) => options.filter((option) => option !== "ro" && option !== "rw");

export async function rememberMount(mount: MountLine, { db }: Pick<Ctx, "db">): Promise<void> {
  await withLock("othersMounts", async () => {
    const [boot, now] = await Promise.all([bootNow(), machineMounts()]);
    const { boot: before, mounts } = othersMounts.get();
    const left = before === boot ? mounts.filter((known) => now.some((one) => isSame(known, one))) : [];
    const { id, device, place, source } = mount;
    await othersMounts.save(db, {
      boot,
      mounts: [...left, { id, device, place, source, options: lasting(mount) }],
    });
  });
}

export async function forgetMount(mount: MountLine, { db }: Pick<Ctx, "db">): Promise<void> {
  await withLock("othersMounts", async () => {
    const { boot, mounts } = othersMounts.get();
    const left = mounts.filter((known) => !isSame(known, mount));
    if (left.length < mounts.length) await othersMounts.save(db, { boot, mounts: left });
  });
}

/**
 * Who is no administrator changes what somebody like them has mounted here, and what fstab leaves to everybody, at a place of their own. Throws disk/place-not-own,
 * disk/others-mount.
 */
export async function assertMayChange(
  mount: MountLine,
  ctx: Pick<Ctx, "actor" | "storage">,
  { makesWritable = false } = {},
): Promise<void> {
  if (ctx.actor.isRoot) return;
  await assertOwnPlace(mount.place, ctx);
  const { boot, mounts } = othersMounts.get();
  if (boot === (await bootNow()) && mounts.some((known) => isSame(known, mount))) return;
  if (!(await isForAll(mount, makesWritable))) throw new AppError("disk/others-mount", { name: mount.place });
}

/** What mount(8) lets everybody do, and no more: a line with `ro` stays read-only. */
async function isForAll(mount: MountLine, makesWritable: boolean): Promise<boolean> {
  try {
    const { text } = await readFstab({ path: "/etc/fstab" });
    const entries = parseFstab(text).flatMap(({ entry }) => (entry?.place === mount.place ? [entry] : []));
    if (!entries.some(({ options }) => options.some((option) => option === "user" || option === "users"))) return false;
    if (makesWritable && entries.some(({ options }) => options.includes("ro"))) return false;
    const volume = (await disks.read()).find(({ mounts }) => mounts.some(({ id }) => id === mount.id));
    return volume !== undefined && entries.every((entry) => isOf(entry, volume));
  } catch (error) {
    if (isAppError(error)) return false;
    throw error;
  }
}

/** Disks alone: what else is mounted is a container's or a service's as likely as not. */
function isOf({ source, options }: FstabEntry, { device }: Volume): boolean {
  if (device === null || !options.some((option) => option === "user" || option === "users")) return false;
  const { path, id, uuid, label, partUuid, partLabel } = device;
  const tags = { UUID: uuid, LABEL: label, PARTUUID: partUuid, PARTLABEL: partLabel };
  const tagged = Object.entries(tags).flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}`]));
  return [path, `/dev/${id}`, ...tagged].includes(source.replaceAll('"', ""));
}
