import { detailsAddress } from "@/lib/shared/details-address";
import type { Permission } from "@/lib/shared/permissions";
import { nameOf, parentOf, parseVirtualPath, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import { pages } from "@/lib/client/urls";
import { isList, type ActionName } from "./actions";

/** Where an entry of the log leads: a page, those of whose permissions one is enough to see it, and the row of a folder that is meant. */
export type TargetPage = {
  href: string;
  permissions: readonly Permission[];
  row?: { folder: VirtualPath; name: EntryName };
};
type Rule = (target: string) => TargetPage | null;

/** What lies after the arrow of `old → new`; the whole text where there is none. */
const newest = (target: string) => target.split(/ [→↛] /).at(-1) ?? target;
const firstWord = (target: string) => target.split(" ")[0] ?? "";
const afterFirst = (target: string) => target.slice(firstWord(target).length + 1);

const details =
  (page: string, permissions: readonly Permission[], nameIn: (target: string) => string): Rule =>
  (target) => {
    const name = nameIn(target);
    return name === "" ? null : { href: detailsAddress(page, name), permissions };
  };

const container = (nameIn: (target: string) => string) =>
  details(pages.containers(), ["docker_view", "docker_container_rule"], nameIn);
const image = details(pages.images(), ["docker_view"], newest);
const volume = details(pages.volumes(), ["docker_view"], newest);
const network = details(pages.networks(), ["docker_view"], newest);
const disk = (placeIn: (target: string) => string) => details(pages.disks(), ["sys_view"], placeIn);

/** `name`, `name action`, either with ` (user)` behind it for a unit of that user's manager. */
const unit: Rule = (target) => {
  const [, name = "", scope = ""] = /^(\S+)(?: [^(]*)?(?:\(([^)]*)\))?$/.exec(target) ?? [];
  if (name === "") return null;
  return { href: detailsAddress(pages.services(scope), name), permissions: ["sys_view"] };
};

const stack: Rule = (target) =>
  /^[\w.-]+$/.test(firstWord(target)) ? { href: pages.stack(firstWord(target)), permissions: ["docker_view"] } : null;

const editor =
  (page: string, permission: Permission): Rule =>
  (target) =>
    target === "" ? null : { href: `${page}?name=${encodeURIComponent(newest(target))}`, permissions: [permission] };
const user = editor(pages.users(), "user_manage");
const role = editor(pages.roles(), "role_manage");

/** The folder of an entry, with its row in focus; a list of several has no place of its own. */
const entry: Rule = (target) => {
  const path = parseVirtualPath(newest(target));
  const folder = path === null ? null : parentOf(path);
  if (path === null || folder === null || isList(target)) return null;
  return { href: pages.files(folder), permissions: ["file_read"], row: { folder, name: nameOf(path) } };
};

const page =
  (href: string, permission: Permission): Rule =>
  () => ({ href, permissions: [permission] });

/** What was deleted has none. */
const rules: Partial<Record<ActionName, Rule>> = {
  "docker/changeContainer": container(firstWord),
  "docker/renameContainer": container(newest),
  "docker/recreateContainer": container(newest),
  "docker/createContainer": container(newest),
  "docker/limitContainer": container(newest),
  "docker/openContainerTerminal": container(newest),
  "docker/openContainerLogs": container(newest),
  "docker/downloadContainerLog": container(newest),
  "docker/openContainerFiles": container(newest),
  "docker/closeContainerFiles": container(newest),
  "docker/pullImage": image,
  "docker/tagImage": image,
  "docker/buildImage": image,
  "volume/createVolume": volume,
  "volume/cloneVolume": volume,
  "volume/exportVolume": volume,
  "volume/importVolume": volume,
  "network/createNetwork": network,
  "network/connectContainer": network,
  "network/disconnectContainer": network,
  "stack/createStack": stack,
  "stack/saveStackFile": stack,
  "stack/adoptStack": stack,
  "stack/approveStack": stack,
  "stack/runStack": stack,
  "systemd/changeUnit": unit,
  "systemd/setOverride": unit,
  "systemd/setUnitFile": unit,
  "systemd/createUnits": unit,
  "systemd/restoreUnit": unit,
  "systemd/openUnitJournal": unit,
  "systemd/openUnitTerminal": unit,
  "disk/mountDevice": disk(afterFirst),
  "disk/remount": disk((target) => target.replace(/ r[ow]$/, "")),
  "disk/testDisk": disk(firstWord),
  "disk/setFstab": page(pages.fstab(), "sys_disk_mount"),
  "alert/createAlertRule": page(pages.alerts(), "alert_manage"),
  "alert/changeAlertRule": page(pages.alerts(), "alert_manage"),
  "user/createUser": user,
  "user/updateUser": user,
  "user/resetPassword": user,
  "user/removeSecondFactor": user,
  "user/endUserSessions": user,
  "user/lockAccount": user,
  "user/viewAs": user,
  "user/createRole": role,
  "user/updateRole": role,
  "file/save": entry,
  "file/createFile": entry,
  "file/createFolder": entry,
  "file/copy": entry,
  "file/cut": entry,
  "file/rename": entry,
  "properties/setAttributes": entry,
  "version/restoreVersion": entry,
};

/** The page on which what an entry is about is seen; null: it has none, or the text of the entry does not name it. */
export function pageOfTarget(action: ActionName, target: string): TargetPage | null {
  return rules[action]?.(target) ?? null;
}
