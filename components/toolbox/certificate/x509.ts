// What @peculiar/x509 is built on wants Reflect's metadata to be there before it.
import "reflect-metadata";

export {
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509Certificate,
  X509CertificateGenerator,
} from "@peculiar/x509";
