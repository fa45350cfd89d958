/**
 * Attacks a local server as fast as possible for some seconds and prints how often each status was returned. Runs in
 * its own process so that it doesn't disturb measurements: `attacker.ts <url> <cookie> <session id> <kind> <seconds>`.
 */
import { WebSocket } from 'ws';

const [, , url = '', cookie = '', sessionId = '', kind = '', seconds = '0'] = process.argv;
const AT_ONCE = 8;
const RECORDING_BYTES = 15 * 1024 * 1024;
const end = performance.now() + Number(seconds) * 1000;
const statuses: Record<string, number> = {};

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(url + path, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }).then(async (answer) => {
    await answer.text();
    return `${path} ${answer.status}`;
  });

const recording = new Uint8Array(RECORDING_BYTES);
recording.set(Buffer.from('RIFF\0\0\0\0WAVEfmt '));
const tags = '<a href="https://dreams.test/">x</a>'.repeat(2_700);
const bins = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [String(n * 10), n % 17]));

/** One call of each kind that was found to block the server. */
const ATTACKS: Record<string, ((n: number) => Promise<string>)[]> = {
  voice: [
    async (n) => {
      const form = new FormData();
      form.set('session_id', sessionId);
      form.set('recording', String(1_763_769_600_000 + n));
      form.set('audio', new Blob([recording], { type: 'audio/wav' }), 'voice.wav');
      const answer = await fetch(`${url}/api/voice`, { method: 'POST', headers: { cookie }, body: form });
      await answer.text();
      return `/api/voice ${answer.status}`;
    },
  ],
  limits: [
    (n) => post('/api/auth/email', { email: `somebody+${n}@example.com` }),
    (n) => post('/api/auth/google', { token: `guess-${n}` }),
    () => post('/api/sessions/update-client-fps', { sessionId, clientFpsData: bins }),
    () => post('/api/admin/send-email', { to: 'ada@example.com', subject: 'x', html: tags }),
    (n) =>
      new Promise((resolve) => {
        const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/worker`, {
          headers: { authorization: `Bearer guess-${n}` },
        });
        socket.once('unexpected-response', (_, answer) => resolve(`/worker ${answer.statusCode}`));
        socket.once('error', () => resolve('/worker refused'));
        socket.once('open', () => resolve('/worker open'));
      }),
  ],
};

async function attack(worker: number): Promise<void> {
  const calls = ATTACKS[kind] ?? [];
  for (let n = worker; performance.now() < end; n += AT_ONCE) {
    const status = await calls[n % calls.length]?.(n).catch(() => 'cut off');
    if (status) statuses[status] = (statuses[status] ?? 0) + 1;
    // A rejected call retries immediately; in a tight loop that would only measure the client.
    if (status?.endsWith(' 429')) await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, (_, worker) => attack(worker)));
console.log(JSON.stringify(statuses));
