/** Turns phones to landscape. Most other devices reject this, which is fine. */
export async function lockLandscape(): Promise<void> {
  if (!matchMedia('(pointer: coarse)').matches) return;
  const orientation = screen.orientation as ScreenOrientation & { lock?: (to: string) => Promise<void> };
  await orientation.lock?.('landscape').catch(() => {});
}
