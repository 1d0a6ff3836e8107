import { AccountPage } from "@/components/user/account/account-page";

export default function Account() {
  return <AccountPage />;
}
