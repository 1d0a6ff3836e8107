import { TrashPage } from "@/components/trash/trash-page";

export default function Trash() {
  return <TrashPage />;
}
