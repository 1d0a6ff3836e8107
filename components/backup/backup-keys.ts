export const settingKey = ["setting", "backup"] as const;
export const madeKey = ["backup", "made"] as const;
