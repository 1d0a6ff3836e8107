export const brandKey = ["setting", "brand"] as const;
