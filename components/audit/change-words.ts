import { isPermission, type Permission } from "@/lib/shared/permissions";

type Words = { fieldOf: (name: string) => string | null; permissionOf: (name: Permission) => string };

/** What an entry says of its changes, with words for the fields and permissions that it names; others, such as fields of settings, are as the API has them. */
export function changeWords(text: string, { fieldOf, permissionOf }: Words): string {
  return text
    .replaceAll(/(?<=^|; )[a-z_]+(?=:|;|$)/g, (name) => fieldOf(name) ?? name)
    .replaceAll(/(?<=[+−])[a-z_]+(?=,|;|$)/g, (name) => (isPermission(name) ? permissionOf(name) : name));
}
