import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'sqlite',
  schema: './modules/*/tables.ts',
  out: './db/migrations/sqlite',
});
