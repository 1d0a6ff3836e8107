import { InvitePage } from "@/components/user/invitation/invite-page";

export default function Invite() {
  return <InvitePage />;
}
