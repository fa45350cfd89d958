/** Scope of a sign-in block: one mailbox, a whole domain, or the network of the request. */
export const BLOCK_KINDS = ['email', 'domain', 'network'] as const;
/** Every block ends after this many days unless an operator renews it. */
export const MAX_BLOCK_DAYS = 730;
export type BlockKind = (typeof BLOCK_KINDS)[number];
