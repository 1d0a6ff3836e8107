/** What the daemon does when a container ends, or when it starts itself. */
export const restartPolicies = ["no", "unless-stopped", "always", "on-failure"] as const;
/** How often one that fails is started again. */
export const onFailureTries = 5;
export type RestartPolicy = (typeof restartPolicies)[number];
