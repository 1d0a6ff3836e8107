// What the tests need beside Node: installed where this is root on Debian or Ubuntu, named elsewhere.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const wanted = [
  { package: "chromium-headless-shell", file: "/usr/bin/chromium-headless-shell" },
  { package: "fonts-noto-cjk", file: "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc" },
  { package: "nginx-light", file: "/usr/sbin/nginx" },
  { package: "caddy", file: "/usr/bin/caddy" },
  { package: "docker.io", file: "/usr/sbin/dockerd" },
  { package: "docker-registry", file: "/usr/bin/docker-registry" },
  { package: "busybox-static", file: "/bin/busybox" },
  { package: "systemd-container", file: "/usr/bin/systemd-nspawn" },
  { package: "podman", file: "/usr/bin/podman" },
  { package: "docker-compose", file: "/usr/bin/docker-compose" },
  { package: "iproute2", file: "/sbin/ip" },
  { package: "openssl", file: "/usr/bin/openssl" },
  { package: "debootstrap", file: "/usr/sbin/debootstrap" },
  { package: "acl", file: "/usr/bin/setfacl" },
  { package: "attr", file: "/usr/bin/setfattr" },
  { package: "fdisk", file: "/usr/sbin/sfdisk" },
  { package: "litmus", file: "/usr/bin/litmus" },
  { package: "rclone", file: "/usr/bin/rclone" },
  { package: "bubblewrap", file: "/usr/bin/bwrap" },
  { package: "openssh-client", file: "/usr/bin/ssh-keygen" },
  { package: "openssh-server", file: "/usr/sbin/sshd" },
  { package: "putty-tools", file: "/usr/bin/puttygen" },
  { package: "davfs2", file: "/usr/sbin/mount.davfs" },
  { package: "libarchive-tools", file: "/usr/bin/bsdtar" },
  { package: "pax", file: "/usr/bin/pax" },
  { package: "zip", file: "/usr/bin/zip" },
  { package: "7zip", file: "/usr/bin/7zz" },
  { package: "btrfs-progs", file: "/usr/sbin/mkfs.btrfs" },
  { package: "dosfstools", file: "/usr/sbin/mkfs.vfat" },
  { package: "ffmpeg", file: "/usr/bin/ffmpeg" },
  { package: "poppler-utils", file: "/usr/bin/pdftoppm" },
  { package: "libheif-examples", file: "/usr/bin/heif-enc" },
];

export function installPackages() {
  const missing = wanted.filter(({ file }) => !existsSync(file)).map((item) => item.package);
  if (missing.length === 0) return;
  const command = ["apt-get", "install", "-y", "--no-install-recommends", ...missing];
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) {
    console.error(
      `The tests need these Debian packages: ${missing.join(" ")}\nInstall them with: sudo ${command.join(" ")}`,
    );
    process.exit(1);
  }
  console.log(`Installing ${missing.join(" ")}`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = (...args) =>
    spawnSync("apt-get", ["-qq", ...args], { stdio: ["ignore", "ignore", "inherit"], env }).status;
  // A mirror may be away for a moment.
  for (let tries = 3; tries > 0; tries -= 1) if (apt("update") === 0 && apt(...command.slice(1)) === 0) return;
  process.exit(1);
}
