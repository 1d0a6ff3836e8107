import { AppError } from "@/lib/shared/errors";
import type { EntryName } from "@/lib/shared/paths";
import { isOwnPlace } from "@/lib/server/storage/own-names";
import { accessToChild } from "@/lib/server/storage/rights";
import type { Entry, LinkTarget } from "@/lib/server/storage/storage";
import type { SftpAttributes } from "./protocol/packet";
import { asAppError, isStatus, nullIfMissing, statusCodes } from "./protocol/sftp-status";
import { entryOf, kindOf } from "./sftp-entry";
import { placeAt } from "./sftp-host";
import { pathIn, type Location } from "./sftp-resolver";
import { walkPath } from "./walk-path";

type Folder = Omit<Location, "name">;

/** An entry as its folder lists it, with where it leads if it is a link; null when it is gone. */
export async function describeEntry(
  folder: Folder,
  name: EntryName,
  attributes: SftpAttributes,
): Promise<Entry | null> {
  const entry = entryOf(name, attributes);
  if (entry.kind !== "link") return entry;
  const link = await linkOf(folder, name);
  return link === null ? null : { ...entry, link };
}

/** {@link describeEntry} of what has the name now. Throws file/not-found. */
export async function readEntry(location: Location): Promise<Entry> {
  if (accessToChild(location.policy, location, location.name) === "none") throw new AppError("file/not-found");
  const { session } = location.host;
  const attributes = await asAppError(session.lstat(pathIn(location)));
  const entry = await asAppError(describeEntry(location, location.name, attributes));
  if (entry === null) throw new AppError("file/not-found");
  return entry;
}

/** What has a location's name, a link not followed; null where nothing has. */
export function lookUp(location: Location): Promise<SftpAttributes | null> {
  return location.host.session.lstat(pathIn(location)).catch(nullIfMissing);
}

async function linkOf(folder: Folder, name: EntryName): Promise<LinkTarget | null> {
  try {
    const text = await folder.host.session.readlink(pathIn({ ...folder, name }));
    return { text, leadsTo: await leadsTo(folder, name) };
  } catch (error) {
    if (isStatus(error, statusCodes.noSuchFile, statusCodes.failure)) return null; // removed or replaced meanwhile
    throw error;
  }
}

async function leadsTo({ host, policy, path }: Folder, name: EntryName): Promise<LinkTarget["leadsTo"]> {
  const mayPass = (one: string) => policy.mayPass(placeAt(host, one));
  const walked = await walkPath(host.session, { start: path, segments: [name], mayPass });
  if (walked.end === "outside" || walked.end === "hidden") return "outside";
  if (walked.end !== "found" || walked.attributes === null) return "missing";
  const real = placeAt(host, walked.path);
  if (policy.access(real) === "none" || isOwnPlace(real)) return "outside";
  const kind = kindOf(walked.attributes);
  return kind === "link" ? "missing" : kind;
}
