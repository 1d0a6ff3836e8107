/** Of accounts, roles and others; those of settings go by the names that the API has for them. */
const namedFields = [
  "is_root",
  "disabled",
  "role",
  "auth_list",
  "access_dirs",
  "only_read_dirs",
  "not_access_dirs",
  "quota_bytes",
  "containers",
  "commands",
  "second_factor",
  "links",
  "paths",
  "locations",
  "variables",
  "values",
] as const;
type NamedField = (typeof namedFields)[number];

export function isNamedField(name: string): name is NamedField {
  return namedFields.some((one) => one === name);
}
