import { inject } from 'vitest';

// Tables choose their dialect when they are first imported, which is after this file.
process.env.DATABASE_URL = inject('postgresUrl');
