import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { freePort } from "@/lib/server/process/reserve-fixture";

/** nginx with sendfile, WebDAV's PUT and autoindex over a folder: the yardstick of every figure here. */
export async function startNginx(root: string, { proxyTo, accelRoot }: { proxyTo?: number; accelRoot?: string } = {}) {
  const dir = mkdtempSync("/tmp/filedeck-nginx-");
  const port = await freePort();
  mkdirSync(path.join(root, ".nginx-temp"), { recursive: true });
  const proxy =
    proxyTo === undefined
      ? ""
      : `location /app/ { proxy_pass http://127.0.0.1:${proxyTo}/; proxy_http_version 1.1; proxy_set_header Connection ""; }`;
  const accel = accelRoot === undefined ? "" : `location /_accel/ { internal; alias ${accelRoot}/; }`;
  writeFileSync(
    path.join(dir, "nginx.conf"),
    `user root; worker_processes auto; pid ${dir}/pid; error_log ${dir}/error.log;
events { worker_connections 2048; }
http {
  access_log off; sendfile on; tcp_nopush on; tcp_nodelay on; keepalive_requests 1000000; default_type application/octet-stream;
  client_body_temp_path ${root}/.nginx-temp; proxy_temp_path ${dir}/proxy; fastcgi_temp_path ${dir}/f; uwsgi_temp_path ${dir}/u; scgi_temp_path ${dir}/s;
  server {
    listen 127.0.0.1:${port}; root ${root}; client_max_body_size 0; autoindex on;
    location / { dav_methods PUT DELETE; create_full_put_path on; }
    ${proxy} ${accel}
  }
}
`,
  );
  const child = spawn("/usr/sbin/nginx", ["-c", path.join(dir, "nginx.conf"), "-g", "daemon off;"], {
    stdio: "ignore",
  });
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 100; tries++) {
    const isUp = await fetch(`${url}/`).then(
      (response) => response.body?.cancel().then(() => true),
      () => false,
    );
    if (isUp) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    url,
    port,
    pid: child.pid ?? 0,
    stop: async () => {
      const exited = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await exited;
      rmSync(dir, { recursive: true, force: true });
      rmSync(path.join(root, ".nginx-temp"), { recursive: true, force: true });
    },
  };
}
