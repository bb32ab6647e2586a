import { beforeEach } from 'vitest';
import { installPopovers } from '../old-popovers.ts';

/** Polyfills popovers, which happy-dom lacks. */
export function withPopovers(): void {
  beforeEach(installPopovers);
}
