/** Signals that a process may be sent, the usual ones first. */
export const signalNames = [
  "SIGTERM",
  "SIGKILL",
  "SIGINT",
  "SIGHUP",
  "SIGQUIT",
  "SIGSTOP",
  "SIGCONT",
  "SIGUSR1",
  "SIGUSR2",
  "SIGABRT",
] as const;
export type SignalName = (typeof signalNames)[number];
