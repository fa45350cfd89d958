import { newId } from '../../modules/kit/ids.ts';
import type { Price, StripeEvent, StripeObject } from './objects.ts';

type Kind = StripeObject['object'];
type OfKind<K extends Kind> = Extract<StripeObject, { object: K }>;

const PREFIXES: Record<Kind, string> = {
  price: 'price',
  product: 'prod',
  'billing_portal.configuration': 'bpc',
  customer: 'cus',
  subscription: 'sub',
  invoice: 'in',
  invoice_payment: 'inpay',
  payment_intent: 'pi',
  charge: 'ch',
  dispute: 'du',
  refund: 're',
  'checkout.session': 'cs_test',
  'billing_portal.session': 'bps',
};

export type Ledger = ReturnType<typeof createLedger>;

/**
 * The peer's data and clock.
 * @param now ms since the epoch
 * @param onEvent called with each change and a snapshot of the object
 */
export function createLedger(now: () => number, onEvent: (event: StripeEvent) => void) {
  const objects = new Map<string, StripeObject>();
  /** Keyed by kind, and by kind and customer; newest last. */
  const shelves = new Map<string, StripeObject[]>();
  let workingAt: number | null = null;

  const seconds = () => workingAt ?? Math.floor(now() / 1000);
  function shelf(name: string): StripeObject[] {
    const found = shelves.get(name) ?? [];
    shelves.set(name, found);
    return found;
  }

  return {
    seconds,

    /** Contents of checkout sessions, by session id. */
    ordered: new Map<string, { price: Price; metadata: Record<string, string> }>(),

    /** Does something at an earlier time, in seconds since the epoch. */
    at(second: number, work: () => void): void {
      workingAt = second;
      try {
        work();
      } finally {
        workingAt = null;
      }
    },

    add<K extends Kind>(
      kind: K,
      fields: Omit<OfKind<K>, 'id' | 'object' | 'created' | 'livemode'> & { id?: string },
    ): OfKind<K> {
      const made = {
        id: `${PREFIXES[kind]}_${newId()}`,
        object: kind,
        created: seconds(),
        livemode: false,
        ...fields,
      } as unknown as OfKind<K>;
      objects.set(made.id, made);
      shelf(kind).push(made);
      if ('customer' in made) shelf(`${kind} ${made.customer}`).push(made);
      return made;
    },

    find<K extends Kind>(kind: K, id: string): OfKind<K> | undefined {
      const found = objects.get(id);
      return found?.object === kind ? (found as OfKind<K>) : undefined;
    },

    /** Newest first. */
    list<K extends Kind>(kind: K, customer?: string): OfKind<K>[] {
      return (shelves.get(customer ? `${kind} ${customer}` : kind) ?? []).toReversed() as OfKind<K>[];
    },

    any: (id: string) => objects.get(id),

    emit(type: string, object: StripeObject): void {
      onEvent({
        id: `evt_${newId()}`,
        object: 'event',
        api_version: '2026-10-28',
        created: seconds(),
        livemode: false,
        type,
        data: { object: structuredClone(object) },
        pending_webhooks: 1,
        request: { id: null, idempotency_key: null },
      });
    },
  };
}
