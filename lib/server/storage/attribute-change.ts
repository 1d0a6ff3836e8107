/** What is left out stays; `owner` and `group` are names or numbers. */
export type AttributeChange = Partial<
  Record<"mode" | "mtimeMs", number | undefined> & Record<"owner" | "group", string | undefined>
>;
