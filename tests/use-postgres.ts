import { inject } from 'vitest';

// Tables choose their dialect when first imported, which happens after this file.
process.env.DATABASE_URL = inject('postgresUrl');
