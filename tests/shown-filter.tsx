/** Prints what a new field of the audit's filter does, as one JSON object, for a copy of the sources that has one. */
import { renderToStaticMarkup } from 'react-dom/server';
import { openDatabase } from '../db/open.ts';
import { AUDIT } from '../islands/admin/audit/audit-view.tsx';
import { CsvLink } from '../islands/admin/csv-link.tsx';
import { FilterForm } from '../islands/admin/list/filter-form.tsx';
import { addressOf, readQuery, requestOf } from '../islands/admin/list/list-query.ts';
import { EXPORTS } from '../modules/admin/contract/exports.ts';
import { createAdminStore } from '../modules/admin/store.ts';
import { systemClock } from '../modules/kit/clock.ts';
import { securityEvents } from '../modules/security-log/tables.ts';

const [field = '', folder = ''] = process.argv.slice(2);
Object.assign(globalThis, { location: { pathname: '/admin' } });
const query = readQuery(AUDIT, `?${field}=192.0.2.7`);
const request = requestOf(AUDIT.filter, query.filter);
const link = renderToStaticMarkup(<CsvLink what="audit" filter={request} />);
const filter = new URLSearchParams(link.match(/\?(filter=[^"]+)/)?.[1]).get('filter') ?? '';

const db = await openDatabase({ DATA_DIR: folder, DATABASE_URL: undefined });
const row = {
  at: 1,
  kind: 'account',
  userId: null,
  device: null,
  detail: 'x',
  count: 1,
  bucket: null,
} as const;
await db.orm.insert(securityEvents).values([
  { ...row, id: 'this', address: '192.0.2.7' },
  { ...row, id: 'other', address: '198.51.100.9' },
]);
const found = await createAdminStore(db, systemClock).listAudit(
  EXPORTS.audit.parse(JSON.parse(filter)),
  null,
  {
    after: null,
    limit: 10,
    offset: 0,
  },
);
await db.close();

console.log(
  JSON.stringify({
    address: addressOf(AUDIT, query),
    request,
    form: renderToStaticMarkup(
      <FilterForm table={AUDIT.filter} label="" applied={query.filter} onApply={() => {}} />,
    ).match(new RegExp(`<input[^>]*name="${field}"[^>]*>`))?.[0],
    csv: JSON.parse(filter),
    found: found.map(({ id }) => id),
  }),
);
