/** An audience in a process of its own, so that it doesn't delay the dreamer: `watchers.ts url count [ms between acks]`. */
import { acknowledge, openSocket, Seen } from './load.ts';

const [, , url = '', count, ackMs] = process.argv;
const seen = new Seen();

for (let index = 0; index < Number(count); index++) {
  const socket = await openSocket(url, { 'x-forwarded-for': `10.${1 + (index >> 8)}.${index & 255}.1` });
  if (ackMs) acknowledge(socket, seen, Number(ackMs));
  else socket.on('message', (data: Buffer) => seen.picture(data));
}
process.on('message', (ask) => {
  if (ask === 'reset') seen.reset();
  else process.send?.({ frames: seen.delays.length, p99: seen.p99() });
});
process.send?.('ready');
