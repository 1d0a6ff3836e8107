import { SettingsPage } from "@/components/setting/settings-page";

export default function Settings() {
  return <SettingsPage />;
}
