/** Baseline of the relay benchmark: only forwards every message from /in/n to /out/n. */
const viewers = new Map<string, Bun.ServerWebSocket<string>>();

const server = Bun.serve<string>({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request, server) {
    const { pathname } = new URL(request.url);
    return server.upgrade(request, { data: pathname }) ? undefined : new Response(null, { status: 426 });
  },
  websocket: {
    open(ws) {
      if (ws.data.startsWith('/out/')) viewers.set(ws.data.slice(5), ws);
    },
    message(ws, message) {
      viewers.get(ws.data.slice(4))?.send(message);
    },
  },
});
console.log(server.port);
