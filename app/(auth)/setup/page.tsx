import { SetupPage } from "@/components/user/sign-in/setup-page";

export default async function Setup({
  searchParams,
}: {
  searchParams: Promise<Readonly<Record<string, string | string[]>>>;
}) {
  const { token } = await searchParams;
  return <SetupPage token={typeof token === "string" ? token : ""} />;
}
