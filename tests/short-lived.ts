/**
 * Environment for processes that live for seconds. Each thread and server compiles for itself, and most of what is
 * optimised runs only a few more times: the top-tier JIT is off, and the one below it starts after five times as many
 * runs. Collecting garbage on other threads, and returning memory that is soon needed again, costs a tenth of the CPU.
 * TypeScript's compiler, which ends with a full heap anyway, spends a third of it on collecting garbage.
 */
export const SHORT_LIVED = {
  BUN_JSC_useFTLJIT: '0',
  BUN_JSC_thresholdForOptimizeAfterWarmUp: '5000',
  BUN_JSC_useConcurrentGC: '0',
  MIMALLOC_PURGE_DELAY: '-1',
  MIMALLOC_ARENA_EAGER_COMMIT: '1',
  GOGC: 'off',
  GOMEMLIMIT: '3GiB',
};
