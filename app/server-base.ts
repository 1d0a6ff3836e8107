import { pageDoor } from "@/lib/server/pages/page-door";

/** The configured base path; empty where pages are rendered without the server (next build). */
export function serverBase(): string {
  return pageDoor()?.basePath ?? "";
}
