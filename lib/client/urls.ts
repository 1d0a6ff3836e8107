import type { DownloadFormat } from "@/lib/contracts/archive";
import type { AuditFilter, AuditFormat } from "@/lib/contracts/audit";
import { encodeInQuery, encodePath, encodeSegment } from "@/lib/shared/paths";
import type { PreviewSize } from "@/lib/shared/preview-sizes";
import { basePath } from "./base-path";

/** App pages without the base path, for Next's router and links, which add it themselves. */
export const pages = {
  login: () => "/login",
  /** Where one is set up before anything else. */
  secondFactor: () => "/second-factor",
  /** `line`: a place in a text that is opened, see text-place.ts. */
  files: (path?: string, open?: string, { as, line }: { as?: string | undefined; line?: string | undefined } = {}) =>
    `/browse${path === undefined ? "" : `/${encodePath(path)}`}${open === undefined ? "" : `?open=${encodeInQuery(open)}${as === undefined ? "" : `&as=${as}`}${line === undefined ? "" : `&line=${line}`}`}`,
  users: () => "/users",
  roles: () => "/users/roles",
  /** Of all users, of the one of this name, or of those whose name starts so; `sort`: by what and which way, with a dash between; `after`: where the page begins. */
  sessions: (shown: Readonly<Partial<Record<"user" | "start" | "sort" | "after", string>>> = {}) => {
    const search = new URLSearchParams(shown).toString();
    return search === "" ? "/users/sessions" : `/users/sessions?${search}`;
  },
  invitations: () => "/users/invitations",
  /** The navigation index. */
  start: () => "/start",
  account: () => "/account",
  trash: () => "/trash",
  /** The dashboard; a range of the past, or the times in milliseconds between which it is shown. */
  system: (shown: Readonly<Record<string, string>> = {}) => {
    const search = new URLSearchParams(shown).toString();
    return search === "" ? "/system" : `/system?${search}`;
  },
  alerts: () => "/system/alerts",
  terminal: () => "/terminal",
  ssh: () => "/ssh",
  keys: () => "/keys",
  toolbox: (tool?: string) => (tool === undefined ? "/toolbox" : `/toolbox?tool=${tool}`),
  /** The history; `id`: with the detail of this one. */
  tasks: (id?: string) => (id === undefined ? "/tasks" : `/tasks?id=${id}`),
  shares: () => "/shares",
  /** A share as its visitors see it; a folder of it, and a file opened there. */
  visit: (link: string, folder?: string, open?: string) =>
    `/s/${encodeSegment(link)}${folder === undefined ? "" : `?in=${encodeInQuery(folder)}${open === undefined ? "" : `&open=${encodeInQuery(open)}`}`}`,
  processes: () => "/processes",
  about: () => "/about",
  changes: () => "/about/changes",
  disks: () => "/disks",
  fstab: () => "/disks/fstab",
  /** With what is looked for among them. */
  containers: (find = "") => (find === "" ? "/containers" : `/containers?find=${encodeInQuery(find)}`),
  /** Of one container, by its id or name. */
  containerLog: (id: string) => `/containers/log?id=${encodeInQuery(id)}`,
  /** Of containers. */
  images: () => "/containers/images",
  stacks: () => "/containers/stacks",
  stack: (name: string) => `/containers/stacks/stack?name=${name}`,
  volumes: () => "/containers/volumes",
  networks: () => "/containers/networks",
  /** Of the machine, or of a user. */
  services: (scope = "") => (scope === "" ? "/services" : `/services?scope=${encodeInQuery(scope)}`),
  /** Of one unit, or all of it. */
  journal: (unit?: string, scope = "") =>
    `/services/journal${unit === undefined ? "" : `?unit=${encodeInQuery(unit)}${scope === "" ? "" : `&scope=${encodeInQuery(scope)}`}`}`,
  audit: () => "/audit",
  /** All of them, or one section. */
  settings: (section?: string) => (section === undefined ? "/settings" : `/settings?section=${section}`),
  /** Of terminals. */
  recordings: () => "/settings/recordings",
};

/** Addresses that the browser fetches by itself, base path included. */
export const urls = {
  api: (path: string) => `${basePath()}/api/${path}`,
  socket: () => `${basePath()}/api/socket`,
  asset: (path: string) => `${basePath()}/${path}`,
  /** A single file inline for the previews; `version` (its mtime) makes the browser cache it for good. */
  inline: (path: string, ticket: string, version: number) =>
    urls.api(
      `file/download?${query([
        ["file", path],
        ["inline", "1"],
        ["cache", "1"],
        ["mtime", String(version)],
        ["token", ticket],
      ])}`,
    ),
  /** A small picture that the server makes; `size`: its longest side in pixels. */
  thumbnail: (path: string, { ticket, size, version }: { ticket: string; size: PreviewSize; version: number }) =>
    urls.api(
      `preview/thumbnail?${query([
        ["file", path],
        ["size", String(size)],
        ["mtime", String(version)],
        ["token", ticket],
      ])}`,
    ),
  /** One entry of an archive; `open` is what its list said. */
  archiveEntry: (
    path: string,
    entry: number,
    { ticket, open, inline }: { ticket: string; open: string; inline: boolean },
  ) =>
    urls.api(
      `file/archive/entry?${query([
        ["file", path],
        ["entry", String(entry)],
        ["open", open],
        ...(inline ? ([["inline", "1"]] satisfies [string, string][]) : []),
        ["token", ticket],
      ])}`,
    ),
  versionContent: (path: string, version: string, { ticket, inline }: { ticket: string; inline: boolean }) =>
    urls.api(
      `file/versions/content?${query([
        ["file", path],
        ["version", version],
        ...(inline ? ([["inline", "1"]] satisfies [string, string][]) : []),
        ["token", ticket],
      ])}`,
    ),
  containerLog: (id: string, ticket: string, range: { since?: number; until?: number }) =>
    urls.api(
      `docker/containers/${encodeSegment(id)}/log/download?${query([
        ...Object.entries(range).map(([name, value]): [string, string] => [name, String(Math.round(value))]),
        ["ticket", ticket],
      ])}`,
    ),
  audit: (format: AuditFormat, ticket: string, filter: AuditFilter) =>
    urls.api(
      `audit/export?${query([
        ["format", format],
        ...Object.entries(filter).map(([name, value]): [string, string] => [name, String(value)]),
        ["token", ticket],
      ])}`,
    ),
  recording: (id: string, ticket: string) =>
    urls.api(
      `terminal/recordings/download?${query([
        ["id", id],
        ["token", ticket],
      ])}`,
    ),
  /** All that is in a volume of Docker, as a tar archive. */
  volume: (name: string, ticket: string) => urls.api(`volume/${name}/export?${query([["token", ticket]])}`),
  /** A file of a share: shown by the browser, or taken along. */
  visitInline: (link: string, path: string, version: number) =>
    urls.api(
      `share/${link}/file?${query([
        ["path", path],
        ["inline", "1"],
        ["v", String(version)],
      ])}`,
    ),
  visitThumbnail: (link: string, path: string, { size, version }: { size: PreviewSize; version: number }) =>
    urls.api(
      `share/${link}/thumbnail?${query([
        ["path", path],
        ["size", String(size)],
        ["v", String(version)],
      ])}`,
    ),
  visitDownload: (link: string, path: string) => urls.api(`share/${link}/file?${query([["path", path]])}`),
  /** A folder of a share, or all of it, as a zip. */
  visitZip: (link: string, path?: string) =>
    urls.api(`share/${link}/zip${path === undefined ? "" : `?${query([["path", path]])}`}`),
  /** Without a format a single file comes as it is, anything else as a zip. */
  download: (paths: readonly string[], ticket: string, format?: DownloadFormat) =>
    urls.api(
      `file/download?${query([
        ...paths.map((path): [string, string] => ["file", path]),
        ...(format === undefined ? [] : [["format", format] as [string, string]]),
        ["token", ticket],
      ])}`,
    ),
};

function query(pairs: readonly [string, string][]): string {
  return pairs.map(([name, value]) => `${name}=${encodePath(value)}`).join("&");
}
