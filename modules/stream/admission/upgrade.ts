import type { Clock } from '../../kit/clock.ts';
import { AppError, badRequest, errorAnswer, toAppError } from '../../kit/errors.ts';
import type { Heartbeat } from '../../kit/flow/heartbeat.ts';
import type { SocketHandler } from '../../kit/runtime.ts';
import type { Locale } from '../../kit/texts/locale.ts';
import { CODEC, type Codec, readCodecs } from '../../protocol/codecs.ts';
import type { AdmitWatcher } from '../audience/admit-watcher.ts';
import type { Room } from '../room/room.ts';
import type { ViewerFormat, ViewerTakes } from '../viewer/viewer-link.ts';
import { createViewerSocket } from '../viewer/viewer-socket.ts';
import type { Fleet } from '../workers/fleet.ts';
import type { JobPass } from '../workers/job-pass.ts';
import { bearerOf, refuseWorker, type WorkerTokenDeps } from '../workers/worker-token.ts';
import type { Tickets } from './tickets.ts';

export interface UpgradeDeps extends WorkerTokenDeps {
  clock: Clock;
  /** rights of the ticket of a worker started for one dream; `over` if it has expired */
  jobPass?(ticket: string): JobPass | 'over' | null;
  /** true if an Origin header is this site's */
  isOwnOrigin(origin: string, host: string | null): boolean;
}

export type ViewerTickets = Tickets<{ dreamId: string; locale: Locale }>;
export type OperatorTickets = Tickets<{ userId: string }>;

/** Handles websocket upgrades for the relay. Returns null for any other path. */
export function createUpgrade(
  deps: UpgradeDeps,
  parts: {
    room(dreamId: string): Room | null;
    fleet: Fleet;
    heartbeat: Heartbeat;
    tickets: ViewerTickets;
    workerTickets: OperatorTickets;
    admitWatcher: AdmitWatcher;
  },
) {
  const { room, fleet, heartbeat, tickets, workerTickets } = parts;

  return function upgrade(request: Request, address = 'unknown'): Promise<SocketHandler | Response> | null {
    if (request.headers.get('upgrade')?.toLowerCase() !== 'websocket') return null;
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/worker') return admitWorker(request, address, searchParams.get('ticket'));
    if (pathname === '/stream/ws') return Promise.resolve(admitViewer(request, searchParams));
    if (pathname === '/watch/ws') return admitWatcher(request, searchParams, address);
    return null;
  };

  async function admitWatcher(
    request: Request,
    query: URLSearchParams,
    address: string,
  ): Promise<SocketHandler | Response> {
    const foreign = refuseOrigin(request);
    if (foreign) return foreign;
    const from = deps.addressOf(request, address);
    const codecs = viewerCodecs('binary', query.get('codecs'));
    try {
      return heartbeat.guard(await parts.admitWatcher(query, { address: from, codecs }));
    } catch (error) {
      return errorAnswer(toAppError(error));
    }
  }

  async function admitWorker(
    request: Request,
    address: string,
    ticket: string | null,
  ): Promise<SocketHandler | Response> {
    if (ticket !== null) return admitTab(request, ticket, address);
    const from = deps.addressOf(request, address);
    const pass = deps.jobPass?.(bearerOf(request)) ?? null;
    if (pass === 'over')
      return errorAnswer(
        new AppError(401, 'ticket-over', 'The dream of this ticket has ended, or another worker draws it.'),
      );
    if (pass) return fleet.open({ address: from, pass });
    return (await refuseWorker(deps, request, address)) ?? fleet.open({ address: from });
  }

  /** Browsers can't set headers on a websocket, so a tab that draws brings a ticket, as viewers do. */
  function admitTab(request: Request, key: string, address: string): SocketHandler | Response {
    const foreign = refuseOrigin(request);
    if (foreign) return foreign;
    const ticket = workerTickets.find(key);
    if (!ticket) return errorAnswer(badTicket());
    workerTickets.spend(key);
    return fleet.open({
      address: deps.addressOf(request, address),
      operator: { userId: ticket.purpose.userId, login: ticket.login },
    });
  }

  function admitViewer(request: Request, query: URLSearchParams): SocketHandler | Response {
    const key = query.get('ticket') ?? '';
    const ticket = tickets.find(key);
    // A script with an API token may run on any site.
    const foreign = ticket?.login.byToken ? null : refuseOrigin(request);
    if (foreign) return foreign;
    const format = query.get('format') ?? 'binary';
    if (format !== 'binary' && format !== 'base64')
      return errorAnswer(badRequest('format is binary or base64.'));
    const entered = ticket && room(ticket.purpose.dreamId);
    if (!ticket || !entered || entered.ended) {
      return errorAnswer(badTicket());
    }
    // Spend it before the handshake ends, so that only one of two concurrent requests gets in.
    tickets.spend(key);
    const { login } = ticket;
    const takes: ViewerTakes = {
      format,
      codecs: viewerCodecs(format, query.get('codecs')),
      locale: ticket.purpose.locale,
      sound: query.get('sound') === '1',
    };
    const socket = createViewerSocket(deps.clock, entered, takes, login);
    return heartbeat.guard({
      ...socket,
      open(opened) {
        // The login may have ended during the handshake.
        if (tickets.hasEnded(login.id)) opened.close(1008, 'You have signed out.');
        else socket.open(opened);
      },
    });
  }

  function refuseOrigin(request: Request): Response | null {
    const origin = request.headers.get('origin');
    const isForeign = origin !== null && !deps.isOwnOrigin(origin, request.headers.get('host'));
    return isForeign
      ? errorAnswer(new AppError(403, 'foreign-origin', 'This request came from another site.'))
      : null;
  }
}

const badTicket = () => new AppError(401, 'ticket', 'This ticket is not valid any more. Ask for a new one.');

/** In the viewer's order of preference. JPEG for text frames and for viewers that name no codec we know. */
function viewerCodecs(format: ViewerFormat, named: string | null): readonly Codec[] {
  if (format === 'base64' || named === null) return [CODEC.jpeg];
  return readCodecs(named.split(',').map(Number));
}
