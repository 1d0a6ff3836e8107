import { startApp, type App } from "./app";

/** The process's app with these parts alone: those that the tested code uses. */
export function startAppOf(parts: Partial<App>): App {
  return startApp(parts as App);
}
