import type { Generator } from '../../../generator/generator.ts';
import { api, Refusal } from '../../../kit/browser/api.ts';
import type { Log } from '../../../kit/log.ts';
import type { ConnectionState, DrawReason, DrawTicket } from '../../contract/draw-messages.ts';
import { serveRelay } from '../../serve-relay.ts';

const REDIAL_FIRST_MS = 500;
const REDIAL_MAX_MS = 10_000;
/** Close code: this tab is not, or no longer, allowed to serve as a worker. */
const REFUSED = 1008;

/** A tab's relay connection. Dials with a ticket and redials with a fresh one after every disconnect, until hung up. */
export function openTabConnection(
  generator: Generator,
  workerId: string,
  log: Log,
  report: (connection: ConnectionState, reason: DrawReason | null) => void,
) {
  let socket: WebSocket | null = null;
  let redial: ReturnType<typeof setTimeout> | undefined;
  let wait = REDIAL_FIRST_MS;
  let hungUp = false;

  async function dial(): Promise<void> {
    try {
      const { websocketUrl } = await api<DrawTicket>('POST', '/api/draw/ticket');
      if (!hungUp) connect(websocketUrl);
    } catch (error) {
      const isRefused = error instanceof Refusal && (error.status === 401 || error.status === 403);
      if (isRefused) hangUp({ text: error.message });
      else again({ code: 'unreachable' });
    }
  }

  function connect(url: string): void {
    const opened = new WebSocket(url);
    socket = opened;
    const served = serveRelay(opened, generator, { workerId }, log);
    opened.onopen = () => {
      wait = REDIAL_FIRST_MS;
      served.hello();
      report('waiting', null);
    };
    opened.binaryType = 'arraybuffer';
    opened.onmessage = ({ data }) =>
      typeof data === 'string' ? served.message(data) : served.picture(new Uint8Array(data));
    opened.onclose = ({ code, reason }) => {
      void served.gone();
      if (socket !== opened) return;
      if (code === REFUSED) hangUp(reason ? { text: reason } : { code: 'refused' });
      else again({ code: 'lost' });
    };
  }

  function again(reason: DrawReason): void {
    if (hungUp) return;
    report('dialling', reason);
    redial = setTimeout(() => void dial(), wait);
    wait = Math.min(REDIAL_MAX_MS, wait * 2);
  }

  function hangUp(reason: DrawReason | null): void {
    hungUp = true;
    clearTimeout(redial);
    const old = socket;
    socket = null;
    old?.close(1000, 'The tab stopped drawing.');
    report('off', reason);
  }

  report('dialling', null);
  void dial();
  return { hangUp: () => hangUp(null) };
}
