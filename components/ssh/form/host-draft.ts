import type { NewSshHost, SshHost } from "@/lib/contracts/ssh";
import { defaultSshPort, type SshAuth } from "@/lib/shared/ssh-hosts";

/** What is typed of a host. Numbers may be none. */
export type HostDraft = {
  name: string;
  folder: string;
  tags: string;
  address: string;
  port: number;
  username: string;
  auth: SshAuth;
  keyId: string | null;
  jumpId: string | null;
  keepAlive: number;
  allowsOld: boolean;
  startFolder: string;
  startCommand: string;
  isPlace: boolean;
  roleIds: readonly string[];
  password: string;
  isPasswordForgotten: boolean;
};

export const newHost: HostDraft = {
  name: "",
  folder: "",
  tags: "",
  address: "",
  port: defaultSshPort,
  username: "",
  auth: "password",
  keyId: null,
  jumpId: null,
  keepAlive: 30,
  allowsOld: false,
  startFolder: "",
  startCommand: "",
  isPlace: true,
  roleIds: [],
  password: "",
  isPasswordForgotten: false,
};

export function draftOf(host: SshHost): HostDraft {
  return {
    name: host.name,
    folder: host.folder,
    tags: host.tags.join(", "),
    address: host.address,
    port: host.port,
    username: host.username,
    auth: host.auth,
    keyId: host.key_id,
    jumpId: host.jump_id,
    keepAlive: host.keep_alive_seconds,
    allowsOld: host.allow_old_algorithms,
    startFolder: host.start_folder,
    startCommand: host.start_command,
    isPlace: host.is_place,
    roleIds: host.role_ids,
    password: "",
    isPasswordForgotten: false,
  };
}

export type HostProblem = "name" | "address" | "port" | "username" | "key" | "folder" | "keepAlive";

const isIn = (value: number, least: number, most: number) => Number.isInteger(value) && value >= least && value <= most;

/** What keeps it from being saved. */
export function problemsOf(draft: HostDraft): ReadonlySet<HostProblem> {
  const found: [HostProblem, boolean][] = [
    ["name", nameOf(draft) === ""],
    ["address", !/^[A-Za-z0-9_:][A-Za-z0-9._:%-]*$/.test(draft.address.trim())],
    ["port", !isIn(draft.port, 1, 65_535)],
    ["username", !/^[^\s-]/.test(draft.username.trim())],
    ["key", draft.auth === "key" && draft.keyId === null],
    ["folder", !/^(?:\/.*)?$/.test(draft.startFolder.trim())],
    ["keepAlive", !isIn(draft.keepAlive, 0, 3600)],
  ];
  return new Set(found.filter(([, isWrong]) => isWrong).map(([problem]) => problem));
}

/** The address, where nobody has thought of a name. */
function nameOf({ name, address }: HostDraft): string {
  return name.trim() || address.trim();
}

/** What is sent of it. `password`: left out where it stays. */
export function fieldsOf(draft: HostDraft): Omit<NewSshHost, "password" | "is_saved"> & { password?: string | null } {
  const { password, isPasswordForgotten } = draft;
  const tags = draft.tags
    .split(/[,，、]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
  return {
    name: nameOf(draft),
    folder: draft.folder.trim(),
    tags: [...new Set(tags)],
    address: draft.address.trim(),
    port: draft.port,
    username: draft.username.trim(),
    auth: draft.auth,
    key_id: draft.keyId,
    jump_id: draft.jumpId,
    keep_alive_seconds: draft.keepAlive,
    allow_old_algorithms: draft.allowsOld,
    start_folder: draft.startFolder.trim(),
    start_command: draft.startCommand.trim(),
    is_place: draft.isPlace,
    role_ids: [...draft.roleIds],
    ...(password !== "" ? { password } : isPasswordForgotten ? { password: null } : {}),
  };
}
