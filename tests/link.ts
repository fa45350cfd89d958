import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A connection between browser and server that can be cut and throttled. */
export interface Line {
  url: string;
  /** closes every connection and rejects new ones until `mend()` */
  cut(): void;
  mend(): void;
  /** stops traffic on current WebSockets but keeps them open, so neither side notices */
  freezeSockets(): void;
  /** bytes per second to the browser, per connection; null for no limit */
  throttle(bytesPerSecond: number | null): void;
  close(): Promise<void>;
}

const SLICE_MS = 50;

export async function startLink(target: string): Promise<Line> {
  const { port } = new URL(target);
  const sockets = new Set<Socket>();
  /** one per WebSocket */
  const freezes = new Set<() => void>();
  let broken = false;
  let rate: number | null = null;

  const server = createServer((browser) => {
    if (broken) return void browser.destroy();
    const upstream = connect(Number(port), '127.0.0.1');
    for (const [socket, other] of [
      [browser, upstream],
      [upstream, browser],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    let frozen = false;
    browser.on('data', (chunk) => {
      if (!frozen) upstream.write(chunk);
      if (chunk.includes('Upgrade: websocket')) freezes.add(() => (frozen = true));
    });
    upstream.on('data', (chunk) => {
      if (frozen) return;
      browser.write(chunk);
      if (rate === null) return;
      upstream.pause();
      setTimeout(() => upstream.resume(), Math.max(SLICE_MS, (chunk.length / rate) * 1000));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    cut() {
      broken = true;
      for (const socket of sockets) socket.destroy();
    },
    mend() {
      broken = false;
    },
    freezeSockets() {
      for (const freeze of freezes) freeze();
      freezes.clear();
    },
    throttle(bytesPerSecond) {
      rate = bytesPerSecond;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
