import { SharesPage } from "@/components/file/share/shares-page";

export default function Shares() {
  return <SharesPage />;
}
