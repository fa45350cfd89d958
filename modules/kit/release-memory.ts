/**
 * Returns unused memory to the system where the runtime allows it: runs garbage collection, then has the allocator
 * release its free pages. Takes tens of milliseconds.
 */
export async function releaseMemory(): Promise<void> {
  if (!process.versions.bun) return;
  Bun.gc(true);
  // Native memory of collected objects is freed in a later turn.
  await new Promise((resolve) => setImmediate(resolve));
  if (process.platform !== 'linux') return;
  const { dlopen, FFIType } = await import('bun:ffi');
  try {
    const { symbols, close } = dlopen('libc.so.6', {
      malloc_trim: { args: [FFIType.u64], returns: FFIType.int },
    });
    symbols.malloc_trim(0);
    close();
  } catch {
    // Not glibc: no malloc_trim, and other allocators keep less.
  }
}
