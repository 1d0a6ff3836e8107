import type { InputOf } from "@/lib/contracts/endpoint";
import {
  dropLimits,
  shareLimits,
  shareLink,
  type Share,
  type shareContract,
  type ShareLimits,
} from "@/lib/contracts/share";
import type { ShareMode } from "@/lib/shared/share-modes";

/** The form's fields as they are typed. */
export type ShareDraft = {
  mode: ShareMode;
  title: string;
  note: string;
  link: string;
  password: string;
  isPasswordRemoved: boolean;
  /** Days from now, "" for never, "kept" for the time that it has, "date" for the end of {@link expiryDate}. */
  expiry: string;
  /** `2030-12-31`, as date fields give it. */
  expiryDate: string;
  maxDownloads: string;
  maxFiles: string;
  maxMegabytes: string;
  extensions: string;
};
export type ShareProblems = { [K in "link" | "expiryDate" | "maxDownloads" | "maxFiles" | "maxMegabytes"]?: true };

const megabyte = 1024 * 1024;
const dayMs = 86_400_000;

function textOf(value: number | null): string {
  return value === null ? "" : String(value);
}

function megabytesOf({ max_bytes }: ShareLimits): string {
  return textOf(max_bytes === null ? null : Math.max(1, Math.round(max_bytes / megabyte)));
}

export const newShare: ShareDraft = {
  mode: "download",
  title: "",
  note: "",
  link: "",
  password: "",
  isPasswordRemoved: false,
  expiry: "",
  expiryDate: "",
  maxDownloads: "",
  maxFiles: textOf(dropLimits.max_files),
  maxMegabytes: megabytesOf(dropLimits),
  extensions: "",
};

export function draftOf(share: Share): ShareDraft {
  const { mode, title, note, link, limits } = share;
  return {
    ...newShare,
    mode,
    title,
    note,
    link,
    expiry: share.expires_at === null ? "" : "kept",
    maxDownloads: textOf(share.max_downloads),
    maxFiles: textOf(limits.max_files),
    maxMegabytes: megabytesOf(limits),
    extensions: limits.extensions.join(", "),
  };
}

/** Empty is no limit (null); what is no whole number from 1 on is undefined. */
function toCount(text: string): number | null | undefined {
  if (text.trim() === "") return null;
  const count = Number(text);
  return /^\d{1,9}$/.test(text.trim()) && count >= 1 ? count : undefined;
}

/** The last moment of a day where the user is; NaN for no date. */
function endOfDay(date: string): number {
  return new Date(`${date}T23:59:59.999`).getTime();
}

export function problemsOf(draft: ShareDraft, nowMs: number): ShareProblems {
  const isDrop = draft.mode === "upload";
  const isWrong = (text: string) => toCount(text) === undefined;
  return {
    ...(draft.link === "" || shareLink.safeParse(draft.link).success ? {} : { link: true }),
    ...(draft.expiry === "date" && !(endOfDay(draft.expiryDate) > nowMs) ? { expiryDate: true } : {}),
    ...(!isDrop && isWrong(draft.maxDownloads) ? { maxDownloads: true } : {}),
    ...(isDrop && isWrong(draft.maxFiles) ? { maxFiles: true } : {}),
    ...(isDrop && isWrong(draft.maxMegabytes) ? { maxMegabytes: true } : {}),
  };
}

type Settings = Omit<InputOf<typeof shareContract.updateShare>, "id">;

/** What the server is told; call it with a draft without problems. `known` is the share that is changed. */
export function settingsOf(draft: ShareDraft, known: Share | null, nowMs: number): Settings {
  const isDrop = draft.mode === "upload";
  const megabytes = isDrop ? (toCount(draft.maxMegabytes) ?? null) : null;
  const limits = {
    max_files: isDrop ? (toCount(draft.maxFiles) ?? null) : null,
    max_bytes: megabytes === null ? null : megabytes * megabyte,
    extensions: isDrop ? draft.extensions.split(/[\s,;]+/).filter((text) => text !== "") : [],
  };
  return {
    mode: draft.mode,
    title: draft.title,
    note: draft.note,
    ...(draft.link === "" ? {} : { link: draft.link }),
    ...(draft.password === "" ? (draft.isPasswordRemoved ? { password: null } : {}) : { password: draft.password }),
    expires_at: expiryOf(draft, known, nowMs),
    max_downloads: isDrop ? null : (toCount(draft.maxDownloads) ?? null),
    limits: shareLimits.parse(limits),
  };
}

function expiryOf({ expiry, expiryDate }: ShareDraft, known: Share | null, nowMs: number): number | null {
  if (expiry === "") return null;
  if (expiry === "kept") return known?.expires_at ?? null;
  return expiry === "date" ? endOfDay(expiryDate) : nowMs + Number(expiry) * dayMs;
}
