import { getApp } from "@/lib/server/runtime/app";
import { sealText, unsealText } from "./seal";

type Given = {
  /** Null: as it is. Empty: none. */
  secret: string | null;
  /** Where it goes. */
  address: string;
};

/**
 * Secrets of settings that go to an address, each sealed for that address: it goes to no other than the one that it was entered for. `about` is part of the
 * seal, and says what they are for.
 */
export function addressedSecret(about: string) {
  const boundTo = (address: string) => ({ keys: getApp().keys, about: `${about} ${address}` });
  return {
    /** What is to be stored; empty: none. `before`: what is stored, for this very address. */
    sealed({ secret, address }: Given, before: string | null): string {
      if (secret === null) return before ?? "";
      return secret === "" ? "" : sealText(secret, boundTo(address));
    },
    /** Null where there is none, or it is of another address. */
    read: (sealed: string, address: string): string | null =>
      sealed === "" ? null : unsealText(sealed, boundTo(address)),
  };
}
