import { TrashPage } from "@/components/file/trash/trash-page";

export default function Trash() {
  return <TrashPage />;
}
