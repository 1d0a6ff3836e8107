/** The code in Docker's words `Exited (137) 2 hours ago` and `Restarting (1) 5 seconds ago`; null while it runs or has not run. */
export function exitCodeOf(status: string): number | null {
  const code = /^(?:Exited|Restarting) \((\d{1,3})\)/.exec(status)?.[1];
  return code === undefined ? null : Number(code);
}
