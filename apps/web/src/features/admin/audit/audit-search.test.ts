import { listAudit } from '@zawadi/contract/audit';
import { expect, test } from 'vitest';
import { auditSearch } from './audit-search.ts';

test('S250 the URL keeps every filter of the screen, and the contract accepts these filters', () => {
  const chosen = {
    search: 'suspended',
    actorId: '0199f0aa-11bb-7c3d-9e4f-55667788990a',
    subjectKind: 'merchant',
    subjectId: '0199f0aa-11bb-7c3d-9e4f-55667788990b',
    from: '2026-11-01',
    to: '2026-11-20',
  };
  expect(auditSearch(chosen)).toEqual(chosen);
  expect(listAudit.query.safeParse(auditSearch(chosen)).success).toBe(true);
});

test('opens from a hand-edited URL and ignores its invalid filters', () => {
  const odd = { search: '', actorId: 'me', subjectKind: 'x'.repeat(41), subjectId: {}, from: 'yesterday' };
  expect(auditSearch(odd)).toEqual({});
});
