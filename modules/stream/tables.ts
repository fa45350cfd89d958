import { index, instant, integer, table, text } from '../../db/columns.ts';

/** Workers that are connected to some node, one row a socket. */
export const workers = table(
  'workers',
  {
    /** of the connection; a worker that dials with several sockets has several rows */
    id: text('id').primaryKey(),
    workerId: text('worker_id').notNull(),
    node: text('node').notNull(),
    generator: text('generator').notNull(),
    version: text('version').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    fps: integer('fps').notNull(),
    connectedAt: instant('connected_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
  },
  (t) => [index('workers_node').on(t.node)],
);
