/** `bun run start`, once the packages are there: builds what browsers get where that is old, and serves. */
import { buildIslands } from '../islands/build.ts';

// React renders twice as fast when it knows, and it looks when it is first imported.
process.env.NODE_ENV ??= 'production';
if (await buildIslands()) console.log('Built pages for the browser.');
await import('./server.ts');
