/** Leases the next job of kind `test`, prints its id and holds it until killed. Usage: `hold-job.ts <data folder>`. */
import { openDatabase } from '../../../db/open.ts';
import { systemClock } from '../../kit/clock.ts';
import { createJobsStore } from '../store.ts';

const db = await openDatabase({ DATA_DIR: process.argv[2] ?? '', DATABASE_URL: process.env.DATABASE_URL });
const job = await createJobsStore(db, systemClock).lease(['test'], 60_000);
console.log(job?.id);
setInterval(() => {}, 1000);
