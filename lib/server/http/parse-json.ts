import { AppError } from "@/lib/shared/errors";

/** The object in a JSON body; nothing is an empty one. Throws request/invalid for everything else. */
export function parseJson(body: Buffer): unknown {
  if (body.length === 0) return {};
  try {
    const value: unknown = JSON.parse(body.toString("utf8"));
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch {
    // answered below like every other body that is not an object
  }
  throw new AppError("request/invalid", { field: "", problem: "the body must be a JSON object" });
}
