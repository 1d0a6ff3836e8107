export const webhooksKey = ["notify", "webhooks"] as const;
