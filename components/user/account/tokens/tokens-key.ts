export const tokensKey = ["user", "tokens"] as const;
