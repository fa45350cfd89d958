import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { findNode } from '../find-node.ts';

const folder = join(import.meta.dirname, '../../.build/next-peer');

const FILES: Record<string, string> = {
  'package.json': JSON.stringify({
    private: true,
    dependencies: { next: '16.4.6', react: '19.3.1', 'react-dom': '19.3.1' },
  }),
  'next.config.mjs':
    'export default { turbopack: { root: import.meta.dirname }, outputFileTracingRoot: import.meta.dirname };',
  'app/layout.jsx': `
    export const metadata = { title: 'Dreamboard' };
    export default ({ children }) => (
      <html lang="en"><body>
        <header><nav><a href="/">Home</a><a href="/dreamboard">Dreamboard</a><a href="/stream">New Stream</a><a href="/settings">Settings</a></nav></header>
        <main>{children}</main>
        <footer><a href="/terms">Terms of Service</a><a href="/privacy">Privacy Policy</a></footer>
      </body></html>
    );`,
  // The same queries as ours: the login session, its person, and a page of dreams.
  'app/dreamboard/page.jsx': `
    import { createHash } from 'node:crypto';
    import { cookies } from 'next/headers';
    import { redirect } from 'next/navigation';
    import { Board } from './board.jsx';
    export const dynamic = 'force-dynamic';
    const load = eval('require');
    const db = new (load(process.env.SQLITE))(process.env.DATABASE_FILE, { readonly: true });
    const findPerson = db.prepare('select u.id, u.name, u.role from login_sessions l join users u on u.id = l.user_id where l.token_hash = ? and l.expires_at > ?');
    const listDreams = db.prepare('select * from dreams where user_id = ? and hidden_at is null and started_at is not null order by started_at desc, id limit 61');
    export default async function Page() {
      const token = (await cookies()).get('sid')?.value ?? '';
      const person = findPerson.get(createHash('sha256').update(token).digest('base64url'), Date.now());
      if (!person) redirect('/');
      const dreams = listDreams.all(person.id).map((dream) => ({
        session_id: dream.id, rp_job_id: dream.rp_job_id, dream_name: dream.name,
        thumbnail_url: '/api/sessions/' + dream.id + '/thumbnail', preview_url: '/api/sessions/' + dream.id + '/preview',
        stream_start_time: new Date(dream.started_at).toISOString(), stream_end_time: new Date(dream.ended_at).toISOString(),
        job_status: 'COMPLETED', server_status: dream.server_status, is_bookmarked: false,
      }));
      return <Board dreams={dreams} />;
    }`,
  'app/dreamboard/board.jsx': `
    'use client';
    import { useState } from 'react';
    export function Board({ dreams }) {
      const [sort, setSort] = useState('newest');
      return (
        <div className="board">
          <h1>Dreamboard</h1>
          <a href="/stream">New Dream</a>
          <select value={sort} onChange={(event) => setSort(event.target.value)}>
            {['Newest First', 'Oldest First', 'Name A-Z', 'Name Z-A'].map((name) => <option key={name}>{name}</option>)}
          </select>
          <div role="list">{dreams.map((dream) => <Tile key={dream.session_id} dream={dream} />)}</div>
        </div>
      );
    }
    function Tile({ dream }) {
      const [marked, setMarked] = useState(dream.is_bookmarked);
      return (
        <div role="listitem" className="tile">
          <a href={'/session?session_id=' + dream.session_id}>
            <div className="tile-picture"><img src={dream.thumbnail_url} alt="" width={440} height={248} loading="lazy" decoding="async" /></div>
            <span className="tile-name" dir="auto">{dream.dream_name ?? 'untitled'}</span>
            <time dateTime={dream.stream_start_time}>{new Date(dream.stream_start_time).toLocaleString('en-US', { timeZone: 'UTC' })}</time>
          </a>
          {['Bookmark', 'Rename', 'More'].map((label) => (
            <button key={label} type="button" aria-pressed={marked} aria-label={label + ' ' + dream.dream_name} onClick={() => setMarked(!marked)}>
              <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true"><path d="M6 4h12v16l-6-4-6 4z" /></svg>
            </button>
          ))}
        </div>
      );
    }`,
};

/** The dreamboard in Next.js on the same database, installed and built for this run only. */
export async function startNextPeer(
  databaseFile: string,
): Promise<{ url: string; pid: number; stop(): void }> {
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const found = await findNode();
  if ('reason' in found) throw new Error(`Next.js needs Node: ${found.reason}`);
  const node = found.path;
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    SQLITE: createRequire(import.meta.url).resolve('better-sqlite3'),
    DATABASE_FILE: databaseFile,
  };
  const run = (command: string, args: string[]) => {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, env });
    if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}:\n${stdout}\n${stderr}`);
  };
  run(process.execPath, ['install', '--no-save']);
  run(node, ['node_modules/next/dist/bin/next', 'build']);
  const port = await freePort();
  const child = spawn(
    node,
    ['node_modules/next/dist/bin/next', 'start', '-p', String(port), '-H', '127.0.0.1'],
    {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  await ready(child);
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => void child.kill() };
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (data) => /Ready/.test(String(data)) && resolve());
    child.once('exit', (code) => reject(new Error(`Next.js ended with ${code}`)));
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
