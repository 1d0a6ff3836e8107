import { notFound } from "next/navigation";
import { FeaturePage } from "@/components/registry/feature-page";
import { pagePaths } from "@/lib/shared/page-paths";

type Props = { params: Promise<{ page: string[] }> };

/** Every page of the console but that of the folders, which has an address for each of them. */
export default async function Page({ params }: Props) {
  const path = (await params).page.join("/");
  if (!pagePaths.some((one) => one === path)) notFound();
  return <FeaturePage key={path} path={path} />;
}
