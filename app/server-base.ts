import { getApp } from "@/lib/server/app";

/** The configured base path; empty where pages are rendered without the server (next dev). */
export function serverBase(): string {
  try {
    return getApp().env.basePath;
  } catch {
    return "";
  }
}
