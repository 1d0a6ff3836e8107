/** What a message is about: each user chooses for each kind how it reaches them. */
export const messageKinds = ["alert", "task", "security", "server"] as const;
export type MessageKind = (typeof messageKinds)[number];

export const importances = ["info", "warning", "critical"] as const;
export type Importance = (typeof importances)[number];

/** How messages reach people; `list` is the one in the header. */
export const messageWays = ["list", "push", "mail", "webhook"] as const;
export type MessageWay = (typeof messageWays)[number];
/** Those that leave the server. */
export type WayOut = Exclude<MessageWay, "list">;

export type Choices = Readonly<Record<MessageKind, readonly MessageWay[]>>;

/** Until a user chooses. Push and mail reach nobody who has not turned them on. */
export const usualChoices: Choices = {
  alert: ["list", "push", "mail"],
  task: ["list", "push"],
  security: ["list", "push", "mail"],
  server: ["list", "push", "mail"],
};

/** What a message says, by its name in `words` of messages/<locale>/notify.json. */
export const messageWords = [
  "taskDone",
  "taskFailed",
  "taskInterrupted",
  "signIn",
  "passwordReset",
  "accountReset",
  "factorRemoved",
  "alertFired",
  "alertStill",
  "alertResolved",
  "backupFailed",
  "backupLate",
  "certificateExpires",
  "placeMoved",
  "placeLost",
  "trashMoved",
  "trashBack",
  "containerHeld",
  "test",
] as const;
export type MessageWords = (typeof messageWords)[number];

export type MessageParams = Readonly<Record<string, string | number>>;

/** What anything on the server may tell a user. */
export type Told = {
  kind: MessageKind;
  importance: Importance;
  words: MessageWords;
  params: MessageParams;
  /** A page, below the base path; null: there is nothing to see. */
  link: string | null;
};

/** In the list of one user, and for how long. */
export const maxMessages = 500;
export const messageDays = 90;
/** That a browser is told of at once. */
export const shownMessages = 100;
export const maxPushDevices = 20;
export const maxWebhooks = 20;
/** Digits of the code that is sent to a new mail address, how long it holds, and how often it may be tried. */
export const mailCodeLength = 6;
export const mailCodeMinutes = 30;
export const mailCodeTries = 5;
