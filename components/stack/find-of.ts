/** What finds the containers of a stack, or of one of its services, in the list of all. What a search takes for several words is left out. */
export function findOf(stack: string, service?: string): string {
  return [`stack:${stack}`, ...(service === undefined ? [] : [`service:${service}`])]
    .filter((word) => !/\s/.test(word))
    .join(" ");
}
