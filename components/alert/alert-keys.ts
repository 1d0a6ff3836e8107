export const rulesKey = ["alert", "rules"] as const;
export const choicesKey = ["alert", "choices"] as const;
