import { UsersPage } from "@/components/user/users/users-page";

export default function Users() {
  return <UsersPage />;
}
