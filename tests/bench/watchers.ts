/** The audience of `watch.ts`, in a process of its own, so that it doesn't delay dreamers. */
import { acknowledge, openSocket, Seen } from './load.ts';

export interface Audience {
  urls: string[];
  /** for each URL */
  watchers: number;
  /** time between acknowledgements; 0: none */
  ackMs: number;
}

const seen = new Seen();

async function join({ urls, watchers, ackMs }: Audience): Promise<void> {
  let joined = 0;
  for (const url of urls) {
    for (let index = 0; index < watchers; index++) {
      joined += 1;
      const address = `10.${1 + (joined >> 8)}.${joined & 255}.1`;
      const socket = await openSocket(url, { 'x-forwarded-for': address });
      if (ackMs > 0) acknowledge(socket, seen, ackMs);
      else socket.on('message', (data: Buffer) => seen.picture(data));
    }
  }
}

process.on('message', async (ask: Audience | 'reset' | 'figures') => {
  if (ask === 'reset') seen.reset();
  else if (ask === 'figures') process.send?.({ frames: seen.delays.length, p99: seen.p99() });
  else {
    await join(ask);
    process.send?.('joined');
  }
});
