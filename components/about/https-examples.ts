import { basePath } from "@/lib/client/base-path";

export const httpsWays = ["caddy", "nginx", "traefik", "own"] as const;
export type HttpsWay = (typeof httpsWays)[number];

type Example = {
  /** What Filedeck is started with. */
  environment: string;
  /** The proxy's; null: there is none. */
  configuration: string | null;
};

/** The shortest that works, for this address and the port that the server listens on; more is in examples/. */
export function exampleFor(way: HttpsWay, port: number): Example {
  // Authorities certify names.
  const host = /^[\d.]+$|:|^localhost$/.test(location.hostname) ? "files.example.org" : location.hostname;
  const base = basePath();
  const behind = `FILEDECK_HOST=127.0.0.1 FILEDECK_TRUSTED_PROXIES=127.0.0.1`;
  switch (way) {
    case "own":
      return {
        environment: "FILEDECK_TLS_CERT=/etc/ssl/filedeck/cert.pem FILEDECK_TLS_KEY=/etc/ssl/filedeck/key.pem",
        configuration: null,
      };
    case "caddy":
      return {
        environment: behind,
        configuration:
          base === ""
            ? `${host} {\n\treverse_proxy 127.0.0.1:${port}\n}`
            : `${host} {\n\t@filedeck path ${base} ${base}/*\n\treverse_proxy @filedeck 127.0.0.1:${port}\n}`,
      };
    case "nginx":
      return {
        environment: behind,
        configuration: `location ${base}/ {
  proxy_pass http://127.0.0.1:${port};
  proxy_http_version 1.1;
  proxy_set_header Host $http_host;
  proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
  proxy_set_header X-Forwarded-Proto $scheme;
  proxy_set_header Upgrade $http_upgrade;
  proxy_set_header Connection $http_connection;
  proxy_request_buffering off;
  proxy_buffering off;
  proxy_read_timeout 1h;
  client_max_body_size 0;
}`,
      };
    case "traefik":
      return {
        // Traefik's own, as in examples/traefik/compose.yaml: any other container in a range could pose as the proxy.
        environment: "FILEDECK_TRUSTED_PROXIES=172.30.80.2",
        configuration: `traefik.enable=true
traefik.http.routers.filedeck.rule=Host(\`${host}\`)${base === "" ? "" : ` && (Path(\`${base}\`) || PathPrefix(\`${base}/\`))`}
traefik.http.routers.filedeck.entrypoints=websecure
traefik.http.routers.filedeck.tls.certresolver=letsencrypt
traefik.http.services.filedeck.loadbalancer.server.port=${port}`,
      };
    default:
      return way satisfies never;
  }
}
