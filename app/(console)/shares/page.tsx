import { SharesPage } from "@/components/share/shares-page";

export default function Shares() {
  return <SharesPage />;
}
