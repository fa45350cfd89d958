/**
 * Gives memory that nothing uses any more back to the system, where the runtime lets us: what scripts hold is collected
 * first, then the system's allocator hands out what it has kept for later. Takes some tens of milliseconds.
 */
export async function giveMemoryBack(): Promise<void> {
  if (!process.versions.bun) return;
  Bun.gc(true);
  // Native parts of what was collected are freed in a turn of their own.
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
    // Another C library than glibc: it has no such call, and keeps less.
  }
}
