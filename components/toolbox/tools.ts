import {
  IconBinary,
  IconCertificate,
  IconClock,
  IconFingerprint,
  IconHash,
  IconKey,
  IconPassword,
} from "@tabler/icons-react";
import { lazyScreen } from "@/components/layout/lazy-screen";

/** In the order of the list; the names are those of the address (`?tool=`). */
export const tools = {
  encode: { icon: IconBinary, Screen: lazyScreen(() => import("./encode/encode-tool")) },
  hash: { icon: IconHash, Screen: lazyScreen(() => import("./hash/hash-tool")) },
  jwt: { icon: IconKey, Screen: lazyScreen(() => import("./jwt/jwt-tool")) },
  certificate: { icon: IconCertificate, Screen: lazyScreen(() => import("./certificate/certificate-tool")) },
  time: { icon: IconClock, Screen: lazyScreen(() => import("./time/time-tool")) },
  uuid: { icon: IconFingerprint, Screen: lazyScreen(() => import("./uuid/uuid-tool")) },
  password: { icon: IconPassword, Screen: lazyScreen(() => import("./password/password-tool")) },
};
export type ToolName = keyof typeof tools;
export const toolNames = Object.keys(tools) as ToolName[]; // keys of the literal above

export function isToolName(text: string | null): text is ToolName {
  return text !== null && Object.hasOwn(tools, text);
}
