import { beforeEach } from 'vitest';
import { installPopovers } from '../old-popovers.ts';

/** Polyfills popovers, which the page of a test lacks. */
export function withPopovers(): void {
  beforeEach(installPopovers);
}
