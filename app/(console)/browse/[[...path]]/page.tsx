import { FilePage } from "@/components/file/page/file-page";

export default function Page() {
  return <FilePage />;
}
