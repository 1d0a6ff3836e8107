/** What Compose itself takes for a project, and what is a plain name of a folder. */
export const stackNamePattern = /^[a-z0-9][a-z0-9_-]{0,62}$/;

/** A project, and where several folders have the same one something more of all but the first. */
export const stackIdPattern = /^[a-z0-9][a-z0-9_-]{0,62}(?:\.[0-9a-f]{8})?$/;

/** What Compose takes for the name of a profile; as long as anybody would make it. */
export const profilePattern = /^[a-zA-Z0-9][a-zA-Z0-9_.-]{0,62}$/;

export const stackActions = ["up", "pull", "restart", "stop", "down"] as const;
export type StackAction = (typeof stackActions)[number];

/** Those that Compose looks for, in its order. */
export const composeFileNames = ["compose.yaml", "compose.yml", "docker-compose.yaml", "docker-compose.yml"] as const;
export const environmentFileName = ".env";

/** Of one file of a stack. */
export const maxStackFileBytes = 256 * 1024;
