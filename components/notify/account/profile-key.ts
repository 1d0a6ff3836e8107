export const profileKey = ["notify", "profile"] as const;
