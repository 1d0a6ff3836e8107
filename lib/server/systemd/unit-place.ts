import { AppError } from "@/lib/shared/errors";
import { findOsUser } from "@/lib/server/process/os-user";
import type { UnitProperties } from "./find-unit";

type UnitPlace = {
  /** Null: that of systemd itself. */
  account: { uid: number; group: string } | null;
  home: string;
  folder: string;
  environment: Record<string, string>;
};

const groupName = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/;

/** Who and where a unit's programs are. Throws systemd/no-account. */
export function placeOfUnit(
  { WorkingDirectory, Environment, User, Group }: Omit<UnitProperties, "LoadState">,
  unit: string,
): UnitPlace {
  const user = findOsUser(User === "" ? "root" : User);
  if (user === null) throw new AppError("systemd/no-account", { name: unit });
  const group = groupName.test(Group) ? Group : String(user.gid);
  // With `!` and `-` it may be missing.
  const folder = WorkingDirectory.replace(/^[!-]+/, "");
  return {
    account: user.uid === 0 && Group === "" ? null : { uid: user.uid, group },
    home: user.home,
    folder: folder === "~" ? user.home : folder === "" ? "/" : folder,
    environment: parseEnvironment(Environment),
  };
}

/** `A=b "C=d e"`, as `systemctl show` writes it: in quotation marks where it must, with backslashes before what a shell would read. */
export function parseEnvironment(text: string): Record<string, string> {
  const words = [...text.matchAll(/"((?:[^"\\]|\\.)*)"|[^\s"]+/g)].map(([whole, quoted]) =>
    quoted === undefined ? whole : quoted.replace(/\\(.)/g, "$1"),
  );
  return Object.fromEntries(
    words.flatMap((word) => {
      const [, name, value] = /^([A-Za-z_]\w*)=([^]*)$/.exec(word) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value] as const];
    }),
  );
}
