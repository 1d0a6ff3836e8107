export const searchModes = ["part", "start", "all", "glob", "regex"] as const;
export const searchSubjects = ["name", "text"] as const;
