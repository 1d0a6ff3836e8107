// Writes the SQL migration from the checked-in migrations to prisma/schema.prisma.
// Usage: node scripts/migration.mjs NAME — `prisma migrate` needs an engine download, this the engine's WASM build only.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { createRequire } from "node:module";
import path from "node:path";
import { createClient } from "@libsql/client";
import { PrismaLibSql } from "@prisma/adapter-libsql";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";

const require = createRequire(import.meta.url);
const folder = path.resolve("prisma/migrations");
const name = process.argv[2];
if (!/^[a-z0-9_]+$/.test(name ?? "")) throw new Error("usage: node scripts/migration.mjs name_in_snake_case");

const engineDir = path.dirname(require.resolve("@prisma/schema-engine-wasm"));
const engineModule = await import(path.join(engineDir, "schema_engine_bg.js"));
const wasm = readFileSync(path.join(engineDir, "schema_engine_bg.wasm"));
const { instance } = await WebAssembly.instantiate(wasm, { "./schema_engine_bg.js": engineModule });
engineModule.__wbg_set_wasm(instance.exports);
instance.exports.__wbindgen_start?.();

const shadow = mkdtempSync(path.join(tmpdir(), "filedeck-shadow-"));
const url = `file:${shadow}/shadow.db`;
const schema = { path: "prisma/schema.prisma", content: readFileSync("prisma/schema.prisma", "utf8") };
const adapter = bindMigrationAwareSqlAdapterFactory(new PrismaLibSql({ url }));
const engine = await engineModule.SchemaEngine.new({ datamodels: [[schema.path, schema.content]] }, () => {}, adapter);
const earlier = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
  .toSorted();
// Applied here: the WASM build of the engine takes migrations that it is given for none.
const client = createClient({ url });
for (const migration of earlier)
  await client.executeMultiple(readFileSync(path.join(folder, migration, "migration.sql"), "utf8"));
client.close();
const { stdout } = await engine.diff({
  from: { tag: "schemaDatasource", files: [schema], configDir: path.resolve("prisma") },
  to: { tag: "schemaDatamodel", files: [schema] },
  script: true,
  shadowDatabaseUrl: null,
  exitCode: false,
  filters: { externalTables: [], externalEnums: [] },
});
// After the last one: some numbers are not taken, and a new server applies them in their order.
const last = Number.parseInt(earlier.at(-1) ?? "0", 10);
const target = path.join(folder, `${String(last + 1).padStart(4, "0")}_${name}`);
mkdirSync(target, { recursive: true });
writeFileSync(path.join(target, "migration.sql"), stdout);
writeFileSync(path.join(folder, "migration_lock.toml"), 'provider = "sqlite"\n');
console.log(`${path.relative(".", target)}/migration.sql\n${stdout}`);
rmSync(shadow, { recursive: true });
