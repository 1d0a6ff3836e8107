import { trashSetting as schema } from "@/lib/contracts/trash";
import { defineSetting } from "@/lib/server/group/define-setting";

export const trashSetting = defineSetting({
  name: "trash",
  schema,
  fallback: { on: true, days: 30, percent: 20, bytes: 0, versions: 20, versionDays: 30 },
});

/** How much of a volume of this size its trash may take. */
export function mostTrashBytes(totalBytes: number): number {
  const { percent, bytes } = trashSetting.get();
  return Math.min(percent > 0 ? (totalBytes * percent) / 100 : Infinity, bytes > 0 ? bytes : Infinity);
}
