import type { BlockEntry, BlockKind, BlockStatus } from '@zawadi/contract/block-list';

export const KIND_WORDS = {
  number: 'Phone number',
  device: 'Device',
  address: 'Network',
} as const satisfies Record<BlockKind, string>;

export const STATUS_WORDS = {
  Waiting: 'Waits for approval',
  Active: 'Active',
  Ended: 'Ended',
  Removed: 'Removed',
  Declined: 'Not approved',
} as const satisfies Record<BlockStatus, string>;

/** Returns a value as people read it; of a device's key, the first eight symbols. */
export function valueText({ kind, value }: Pick<BlockEntry, 'kind' | 'value'>): string {
  if (kind === 'device') return `${value.slice(0, 8)}…`;
  // One address, not a network of several.
  return value.replace(/\/32$/u, '');
}
