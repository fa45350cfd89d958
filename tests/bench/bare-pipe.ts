/** Baseline of benchmarks: only forwards every message from /in/n to all connections to /out/n. */
const viewers = new Map<string, Set<Bun.ServerWebSocket<string>>>();

const server = Bun.serve<string>({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request, server) {
    const { pathname } = new URL(request.url);
    return server.upgrade(request, { data: pathname }) ? undefined : new Response(null, { status: 426 });
  },
  websocket: {
    open(ws) {
      if (!ws.data.startsWith('/out/')) return;
      const line = ws.data.slice(5);
      viewers.set(line, (viewers.get(line) ?? new Set()).add(ws));
    },
    message(ws, message) {
      for (const viewer of viewers.get(ws.data.slice(4)) ?? []) viewer.send(message);
    },
  },
});
console.log(server.port);
