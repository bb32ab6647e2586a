import type { Page, Response } from '@playwright/test';
import { expect } from './test.ts';

export const FIRST_VISIT_BYTES = 110 * 1024;
export const FURTHER_SCREEN_BYTES = 70 * 1024;

/** Measures the scripts that a page downloads from now on: one entry per file. Expects brotli compression. */
export function weighScripts(page: Page) {
  const arrived: Response[] = [];
  const weigh = (response: Response) => {
    const isScript = response.request().resourceType() === 'script';
    if (isScript && response.request().serviceWorker() === null) arrived.push(response);
  };
  page.on('response', weigh);
  return async (): Promise<{ bytes: number; list: string }> => {
    page.off('response', weigh);
    const scripts = await Promise.all(
      arrived.map(async (response) => ({
        url: response.url(),
        encoding: response.headers()['content-encoding'],
        bytes: (await response.request().sizes()).responseBodySize,
      })),
    );
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.filter(({ encoding }) => encoding !== 'br')).toEqual([]);
    return {
      bytes: scripts.reduce((sum, { bytes }) => sum + bytes, 0),
      list: scripts.map(({ url, bytes }) => `${bytes} ${url}`).join('\n'),
    };
  };
}
