import { execFileSync } from "node:child_process";
import path from "node:path";

/** A self-signed certificate for 127.0.0.1 and localhost, with its key, in this folder. */
export function makeCertificate(dir: string): { certPath: string; keyPath: string } {
  const [certPath, keyPath] = [path.join(dir, "cert.pem"), path.join(dir, "key.pem")];
  const kind = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  execFileSync("openssl", [...kind, ...names, "-keyout", keyPath, "-out", certPath], { stdio: "ignore" });
  return { certPath, keyPath };
}
