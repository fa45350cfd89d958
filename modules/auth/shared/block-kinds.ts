/** Matched against who signs in: a mailbox, all of a domain, or the network that the request comes from. */
export const BLOCK_KINDS = ['email', 'domain', 'network'] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];
