import { encodeSegment, isWithin } from "@/lib/shared/paths";

/**
 * The front proxy's internal location for a file (nginx's X-Accel-Redirect), percent-encoded byte by byte, or null where none
 * is configured.
 */
export function accelLocation(
  accel: readonly { hostPath: string; location: string }[],
  hostPath: string,
): string | null {
  const entry = accel.find((candidate) => isWithin(hostPath, candidate.hostPath));
  if (entry === undefined) return null;
  const rest = hostPath.slice(entry.hostPath === "/" ? 0 : entry.hostPath.length);
  return entry.location + rest.split("/").map(encodeSegment).join("/");
}
