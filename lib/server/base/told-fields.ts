import { maskSecrets } from "./mask-secrets";

/**
 * How the audit log tells of a field, of an input or a setting: by what it holds, by the origin of the address that it holds, by its name alone, as the subject of
 * the call, which is its target, or not at all.
 */
type Telling = "value" | "origin" | "name" | "subject" | "untold";

const namesOf: Record<Telling, string> = {
  value: `
    access_dirs account action address administrators all allow_old_algorithms allow_private args auth auth_list begin bind_address bind_port build bytes cap_add cap_drop
    checksum choice chunkMb client_id comment comparison conflict container containers covers cpus create_users creates days default_role_id devices dir
    dirUploadMaxNum disabled dockerfile driver each enabled error expires_at filename first folder for_seconds force format from fresh gateway group group_roles
    groups_claim groups_header guests host hours idleHours idle_minutes ignore image importance internal ip_range ipv4 isKept is_enabled is_encrypted is_for_users
    is_place is_privileged is_root is_saved is_sys_path jump_id keep keepDays keep_alive_seconds keep_passphrase kind language largeFileMb last lazy leftovers level
    limits maxPerUser max_days max_downloads may_stay memory metadata metric minute mode mounts name network newName nice not_access_dirs note on only only_read_dirs options outcome
    owner parallelChunks parents passwords paths percent perUser permanent place port ports profiles program pull quality quiet quota_bytes read_only recording recordingDays recordingMb
    recordingTotalMb recursive rating reference repeat_minutes restart resume rhythm role_id role_ids root scope scopes scrollbackLines second_factor security service shell
    signal since start_command start_folder stay subject subnet success system tags target target_address target_port theme threshold timeout_seconds title to tokens type
    unanswered until user_header user_ids username username_claim username_start uses version versionDays versions volumes warning ways webhook_ids`,
  // In its path and its query may be secrets.
  origin: "endpoint issuer sign_out_url url urls",
  // May hold secrets, or contents: that it was given, or taken away, is told.
  name: "command commands edits environment items labels link locations passphrase password png secret units variables volume/create.options",
  // Ids mean nobody anything: the service says by `about` what they stand for.
  subject: "device file file_name files host_id id ids key_id line names path unit",
  untold: [
    // Contents of files.
    "context text bom encoding eol",
    // Secrets, and answers to challenges, that all calls of the endpoint have.
    "answer code current next p256dh passkey pending proof setup token totp",
    "user/login.password user/confirm.password user/tokens.password share/{link}/unlock.password notify/push.auth ticket",
    // How it is asked, or what is known of what is there.
    "cols rows lines tail digest etag ifMatch mtime question sha256",
  ].join(" "),
};

const tellings: ReadonlyMap<string, Telling> = new Map(
  (Object.entries(namesOf) as [Telling, string][]).flatMap(([telling, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name): [string, Telling] => [name, telling]),
  ),
);

export const toldNames: readonly string[] = Object.values(namesOf).flatMap((names) => names.trim().split(/\s+/));

/** Null for one that nobody has decided about: then no more than its name is told, and a test fails. `of`: the path of its endpoint. */
export function tellingOf(name: string, of = ""): Telling | null {
  return tellings.get(`${of}.${name}`) ?? tellings.get(name) ?? null;
}

/** What more there is of is told by its number: of no call it is read further than the log has room for. */
const most = { items: 200, characters: 4_096 } as const;

/** Of these a part may be a secret. Names of files and of other things are told as they are: nobody hides one behind what looks like a secret. */
const mayHoldOptions = new Set(
  "args build comment containers note options reference service shell start_command".split(" "),
);

/** What may be told of what a field holds, as a text, texts, a number or a truth value; undefined: no more than the field's name. */
export function toldValue(name: string, value: unknown, of = ""): unknown {
  const telling = tellingOf(name, of);
  if (value === null || value === undefined) return value;
  if (telling === "origin") return Array.isArray(value) ? value.slice(0, most.items).map(originOf) : originOf(value);
  if (telling !== "value" && telling !== "subject") return undefined;
  // A subject that is more than a name may be a whole file.
  if (name === "expires_at" && typeof value === "number") return new Date(value).toISOString();
  // Permission bits.
  if (name === "mode" && typeof value === "number") return `0${value.toString(8)}`;
  const toText = (one: unknown): unknown => {
    if (typeof one === "object" && telling !== "value") return undefined;
    const text = typeof one === "object" ? JSON.stringify(one) : one;
    if (typeof text !== "string") return text;
    const begun = text.length > most.characters ? `${text.slice(0, most.characters)}…(${text.length})` : text;
    return mayHoldOptions.has(name) ? maskSecrets(begun) : begun;
  };
  if (!Array.isArray(value)) return toText(value);
  const items = value.slice(0, most.items).map(toText);
  return value.length > most.items ? [...items, `…(${value.length - most.items})`] : items;
}

const originOf = (address: unknown): string => (typeof address === "string" ? (URL.parse(address)?.origin ?? "") : "");
