/** What can be done with a container as it is. */
export const containerActions = ["start", "stop", "restart", "kill", "pause", "unpause"] as const;
export type ContainerAction = (typeof containerActions)[number];
