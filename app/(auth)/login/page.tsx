import { SignInPage } from "@/components/user/sign-in/sign-in-page";

export default function LoginPage() {
  return <SignInPage />;
}
