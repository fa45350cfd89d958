import type { Page } from 'playwright/test';
import sharp from 'sharp';

/** The colour in the middle of the frame as the user sees it. */
export async function middleOf(page: Page): Promise<'red' | 'blue' | 'neither'> {
  const shot = await page.locator('canvas').screenshot();
  const { dominant } = await sharp(shot).stats();
  if (dominant.r > 2 * dominant.b) return 'red';
  return dominant.b > 2 * dominant.r ? 'blue' : 'neither';
}
