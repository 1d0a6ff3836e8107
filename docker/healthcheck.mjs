// The image's health check: asks the server on its own port, whatever its base path and certificate.
const env = (name) => process.env[name]?.trim() || null;
const port = env("FILEDECK_PORT") ?? env("PORT") ?? "8480";
const given = env("FILEDECK_HOST") ?? "0.0.0.0";
const host = given === "0.0.0.0" ? "127.0.0.1" : given === "::" ? "::1" : given;
const { request } = await import(env("FILEDECK_TLS_CERT") === null ? "node:http" : "node:https");
const req = request({ host, port, path: "/api/health", rejectUnauthorized: false, timeout: 4000 }, (res) =>
  process.exit(res.statusCode === 200 ? 0 : 1),
);
req.on("error", () => process.exit(1));
req.on("timeout", () => process.exit(1));
req.end();
