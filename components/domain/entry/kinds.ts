import type { FileEntry } from "@/lib/contracts/file";
import { extensionOf } from "@/lib/shared/extension-of";
import { coverExtensions, pictureExtensions } from "@/lib/shared/preview-sizes";

export { extensionOf };

/** What an entry is for the screen: its icon, its preview, its menu. Spec §3. */
export type EntryKind =
  | "folder"
  | "image"
  | "video"
  | "audio"
  | "pdf"
  | "md"
  | "document"
  | "draw"
  | "act"
  | "archive"
  | "text"
  | "broken"
  | "special"
  | "unknown";

// The first line of each is the specification's list; the others are what browsers show besides.
export const extensionsOf = {
  video: "mp4 webm flv mov m4v mkv avi wmv swf mod mpv mpeg asf ogv m2ts mpg 3gp",
  audio: "mp3 wav ogg oga opus flac m4a aac weba",
  image:
    "jpg jpeg png gif webp avif svg bmp ico heic heif tif tiff cr2 cr3 nef nrw arw srf sr2 dng orf rw2 raf pef srw",
  archive: "tar zip gz tgz rar 7z bz2 xz zst tbz tbz2 txz tzst",
  pdf: "pdf",
  md: "md markdown",
  document:
    "docx doc odt rtf xlsx xlsm xls ods pptx ppt odp epub mobi azw3 fb2 cbz eml ttf otf woff woff2 glb gltf stl obj",
  draw: "excalidraw draw",
  act: "act",
} as const satisfies Partial<Record<EntryKind, string>>;

const kindByExtension = new Map<string, EntryKind>(
  Object.entries(extensionsOf).flatMap(
    ([kind, list]) =>
      list.split(" ").map((extension): [string, EntryKind] => [extension, kind as keyof typeof extensionsOf]), // its own keys
  ),
);

/** Editor language by extension, spec §3; unknown gives "". */
const languageByExtension = new Map<string, string>([
  ["js", "javascript"],
  ["ts", "typescript"],
  ["py", "python"],
  ["md", "markdown"],
  ["yml", "yaml"],
  ...["c", "cpp", "cc", "h"].map((extension): [string, string] => [extension, "c_cpp"]),
  ...["txt", "ini", "env", "bash", "log", "config", "map", "out", "gitignore", "conf", "mod"].map(
    (extension): [string, string] => [extension, "text"],
  ),
  ["excalidraw", "json"],
  ...["java", "css", "json", "sh", "lua", "html", "xml", "sql", "tsx", "python", "yaml"].map(
    (name): [string, string] => [name, name],
  ),
  // Beyond the specification: text that a server's owner edits every day.
  ["mjs", "javascript"],
  ["cjs", "javascript"],
  ["jsx", "javascript"],
  ["mts", "typescript"],
  ["cts", "typescript"],
  ["htm", "html"],
  ["scss", "scss"],
  ["less", "less"],
  ["vue", "html"],
  ["svelte", "html"],
  ["go", "go"],
  ["rs", "rust"],
  ["rb", "ruby"],
  ["php", "php"],
  ["pl", "perl"],
  ["cs", "csharp"],
  ["kt", "kotlin"],
  ["swift", "swift"],
  ["r", "r"],
  ["hpp", "c_cpp"],
  ["cxx", "c_cpp"],
  ["zsh", "sh"],
  ["fish", "sh"],
  ["ps1", "powershell"],
  ["bat", "bat"],
  ["cmd", "bat"],
  ["toml", "ini"],
  ["properties", "ini"],
  ["service", "ini"],
  ["timer", "ini"],
  ["socket", "ini"],
  ["mount", "ini"],
  ["automount", "ini"],
  ["target", "ini"],
  ["slice", "ini"],
  ["network", "ini"],
  ["netdev", "ini"],
  ["repo", "ini"],
  ["desktop", "ini"],
  ["editorconfig", "ini"],
  ["jsonc", "json"],
  ["json5", "json"],
  ["ndjson", "json"],
  ["webmanifest", "json"],
  ["geojson", "json"],
  ["graphql", "graphql"],
  ["proto", "protobuf"],
  ["tf", "hcl"],
  ["dockerfile", "dockerfile"],
  ["act", "json"],
  ...[
    "csv",
    "tsv",
    "srt",
    "vtt",
    "diff",
    "patch",
    "rst",
    "tex",
    "cfg",
    "cnf",
    "list",
    "lock",
    "sum",
    "pem",
    "crt",
    "pub",
    "asc",
    "npmrc",
    "dockerignore",
    "gitattributes",
    "gitmodules",
    "bashrc",
    "bash_profile",
    "bash_aliases",
    "bash_logout",
    "profile",
    "zshrc",
    "zprofile",
    "zshenv",
    "gitconfig",
    "vimrc",
    "htaccess",
  ].map((extension): [string, string] => [extension, "text"]),
]);

/** Files that are known by their whole name; `go.mod` would otherwise be a video. */
const languageByName = new Map<string, string>([
  ["dockerfile", "dockerfile"],
  ["containerfile", "dockerfile"],
  ["makefile", "text"],
  ["gemfile", "ruby"],
  ["rakefile", "ruby"],
  ["vagrantfile", "ruby"],
  ["jenkinsfile", "text"],
  ["caddyfile", "text"],
  ["go.mod", "text"],
  ["go.sum", "text"],
  ...[
    "readme",
    "license",
    "licence",
    "copying",
    "authors",
    "changelog",
    "notice",
    "hosts",
    "fstab",
    "passwd",
    "group",
    "crontab",
    "sshd_config",
    "ssh_config",
    "authorized_keys",
    "known_hosts",
    "sudoers",
    "exports",
    "environment",
    "hostname",
    "todo",
    "version",
  ].map((name): [string, string] => [name, "text"]),
]);

/** The part that a rename selects: the name without its extension; all of a hidden file or a folder. */
export function baseNameLength(name: string, isFolder: boolean): number {
  if (isFolder) return name.length;
  const double = /\.tar\.[a-z0-9]{2,3}$/i.exec(name);
  if (double !== null && double.index > 0) return double.index;
  const dot = name.lastIndexOf(".");
  return dot > 0 ? dot : name.length;
}

/** The editor's language for a file name; "" when the name tells nothing. */
export function languageOf(name: string): string {
  return languageByName.get(name.toLowerCase()) ?? languageByExtension.get(extensionOf(name)) ?? "";
}

/** What a file of this name holds. */
export function kindOfName(name: string): EntryKind {
  if (languageByName.has(name.toLowerCase())) return "text";
  return kindByExtension.get(extensionOf(name)) ?? (languageOf(name) === "" ? "unknown" : "text");
}

export function kindOf(entry: Pick<FileEntry, "name" | "kind" | "link">): EntryKind {
  if (entry.kind === "folder" || entry.kind === "special") return entry.kind;
  const leadsTo = entry.link?.leadsTo ?? "file";
  if (leadsTo === "file") return kindOfName(entry.name);
  return leadsTo === "missing" || leadsTo === "outside" ? "broken" : leadsTo;
}

/** Whether the server makes a small picture of it, to be shown instead of the icon. */
export function hasThumbnail(entry: FileEntry): boolean {
  if (entry.size === 0) return false;
  const [kind, extension] = [kindOf(entry), extensionOf(entry.name)];
  if (kind === "image") return pictureExtensions.has(extension);
  return kind === "document" ? coverExtensions.has(extension) : ["pdf", "video", "audio"].includes(kind);
}
