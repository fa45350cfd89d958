import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../wire/inbox.ts';

export interface ReverseProxy {
  url: string;
  stop(): Promise<void>;
}

/** Configuration file of each proxy, with the nodes behind it. */
const PROXIES: Record<string, { config(port: number, nodes: string[]): Promise<string>; args: string[] }> = {
  nginx: { config: nginxConfig, args: ['-e', 'stderr', '-p', '.', '-c', 'config'] },
  caddy: { config: caddyConfig, args: ['run', '--adapter', 'caddyfile', '--config', 'config'] },
};

/** The proxy to use: `NODE_PROXY`, or nginx if installed; null for none. */
export function findProxy(): string | null {
  const named = process.env.NODE_PROXY;
  if (named === 'none') return null;
  if (named) return named;
  if (Bun.which('nginx')) return 'nginx';
  console.log('nginx is not installed, so people call the nodes directly.');
  return null;
}

/** Starts a real reverse proxy that passes each call to a node that can serve it. */
export async function startProxy(name: string, port: number, nodes: string[]): Promise<ReverseProxy> {
  const kind = PROXIES[name];
  if (!kind) throw new Error(`NODE_PROXY is one of ${Object.keys(PROXIES).join(', ')} and none, not ${name}`);
  const folder = await mkdtemp(join(tmpdir(), 'reverie-proxy-'));
  await writeFile(join(folder, 'config'), await kind.config(port, nodes));
  const child = spawn(name, kind.args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-4_000)));
  const url = `http://127.0.0.1:${port}`;
  await until(`${name} at ${url}`, async () => {
    if (child.exitCode !== null) throw new Error(`${name} ended:\n${said}`);
    return fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  });
  return {
    url,
    async stop() {
      await end(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function end(child: ChildProcess): Promise<unknown> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  if (child.exitCode === null) child.kill('SIGTERM');
  else return Promise.resolve();
  return ended;
}

async function nginxConfig(port: number, nodes: string[]): Promise<string> {
  const servers = nodes.map((url) => `server ${new URL(url).host} max_fails=1 fail_timeout=2s;`);
  const parts = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const next = 'proxy_next_upstream error timeout http_502 http_503 http_504';
  return `
    daemon off;
    user root;
    pid pid;
    events { worker_connections 1024; }
    http {
      access_log off;
      ${parts.map((part) => `${part}_temp_path ${part};`).join('\n      ')}
      upstream nodes {
        ${servers.join('\n        ')}
      }
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header Connection "";
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_connect_timeout 2s;
      proxy_read_timeout 12s;
      server {
        listen 127.0.0.1:${port};
        location / {
          proxy_pass http://nodes;
          ${next};
        }
        # Connect and end do the same, however often they are called.
        location /api/stream/ {
          proxy_pass http://nodes;
          ${next} non_idempotent;
        }
      }
    }
  `;
}

/** The configuration that ships for two containers, with these addresses. */
async function caddyConfig(port: number, nodes: string[]): Promise<string> {
  const brought = await readFile(join(import.meta.dirname, '../../src/deploy/fleet.Caddyfile'), 'utf8');
  const [site = ''] = brought.match(/^\{\$SITE_HOST\} \{[\s\S]*?^\}/m) ?? [];
  return `{
    admin off
    auto_https off
  }
  ${site
    .replace('{$SITE_HOST}', `http://127.0.0.1:${port}`)
    .replaceAll('node-a:3000 node-b:3000', nodes.map((url) => new URL(url).host).join(' '))}`;
}
