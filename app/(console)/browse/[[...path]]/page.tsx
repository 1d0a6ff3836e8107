import { FilePage } from "@/components/file/file-page";

export default function Page() {
  return <FilePage />;
}
