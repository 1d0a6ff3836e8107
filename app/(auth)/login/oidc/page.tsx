import { ProviderReturnPage } from "@/components/user/sign-in/provider-return-page";

export default function ProviderReturn() {
  return <ProviderReturnPage />;
}
