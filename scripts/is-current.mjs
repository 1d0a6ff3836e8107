// Ends with 0 when the build is current, else with 1.
import { isCurrent } from "./fingerprint.mjs";

process.exitCode = isCurrent() ? 0 : 1;
