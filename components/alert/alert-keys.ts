export const rulesKey = ["alert", "rules"] as const;
