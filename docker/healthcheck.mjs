// The image's health check: asks the server on its own port, whatever its base path and certificate.
const port = process.env.FILEDECK_PORT || process.env.PORT || "8480";
const scheme = process.env.FILEDECK_TLS_CERT ? "https" : "http";
const { request } = await import(`node:${scheme}`);
const req = request({ host: "127.0.0.1", port, path: "/api/health", rejectUnauthorized: false, timeout: 4000 }, (res) =>
  process.exit(res.statusCode === 200 ? 0 : 1),
);
req.on("error", () => process.exit(1));
req.on("timeout", () => process.exit(1));
req.end();
