import type { OpenAudience } from '../../dreams/dreams.ts';
import type { Login } from '../../web/contract/person.ts';

/** A person who is about to watch; guests have none. */
export interface Visitor {
  id: string;
  /** first name */
  name: string | null;
  login: Login;
}

/** A visitor's call of a link, as the server with the dream's room gets it. */
export interface WatchCall {
  audience: OpenAudience;
  visitor: Visitor | null;
  /** `ws(s)://host` for the watcher's socket */
  socketOrigin: string;
}
