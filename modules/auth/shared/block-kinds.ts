/** Matched against who signs in: a mailbox, all of a domain, or the network that the request comes from. */
export const BLOCK_KINDS = ['email', 'domain', 'network'] as const;
/** Days after which every block ends, unless an operator makes it again. */
export const MAX_BLOCK_DAYS = 730;
export type BlockKind = (typeof BLOCK_KINDS)[number];
