import type { HostKey } from "./host-key";

/** What a host, or we, want to know before it lets anybody in. */
export type Question = {
  host: string;
  title: string;
  text: string;
  questions: readonly { label: string; is_hidden: boolean }[];
  what: "password" | "passphrase" | null;
  /** The answer before was wrong. */
  is_again: boolean;
  can_keep: boolean;
};

export type ShownKey = HostKey & { host: string; address: string; known: string | null };

/** Somebody who can be asked while it connects. */
export type Person = {
  /** Whether the key is the host's. */
  trusts: (key: ShownKey) => Promise<boolean>;
  /** Null: they would rather not. */
  answer: (question: Question) => Promise<{ answers: readonly string[]; keep: boolean } | null>;
};
