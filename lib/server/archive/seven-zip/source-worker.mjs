// The thread from source, in development and in tests: Node knows no TypeScript, and threads do not inherit who translates it.
import { register } from "tsx/esm/api";

register();
await import("./seven-zip-worker.ts");
