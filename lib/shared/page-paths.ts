// Written by scripts/make-pages.mjs from the features of components/. Do not edit: run `npm run generate`.

/** The pages of the console that features declare; beside them are those of app/. */
export const pagePaths = [
  // One to a line.
  "account",
  "audit",
  "containers",
  "containers/images",
  "containers/networks",
  "containers/stacks",
  "containers/stacks/stack",
  "containers/volumes",
  "keys",
  "processes",
  "services",
  "services/journal",
  "settings",
  "settings/recordings",
  "shares",
  "ssh",
  "start",
  "system",
  "tasks",
  "terminal",
  "toolbox",
  "trash",
  "users",
  "users/roles",
  "users/sessions",
] as const;
