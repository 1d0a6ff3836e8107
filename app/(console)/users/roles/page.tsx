import { RolesPage } from "@/components/user/role/roles-page";

export default function Roles() {
  return <RolesPage />;
}
