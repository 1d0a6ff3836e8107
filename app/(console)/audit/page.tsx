import { AuditPage } from "@/components/audit/audit-page";

export default function Audit() {
  return <AuditPage />;
}
