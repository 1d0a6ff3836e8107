/** What the daemon does when a container ends, or when it starts itself. */
export const restartPolicies = ["no", "unless-stopped", "always", "on-failure"] as const;
export type RestartPolicy = (typeof restartPolicies)[number];
