import type { Posting } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askToPost, sha256, somePdf, uploadDocument } from '../../../testing/posting-calls.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
let maker: Administrator;
let checker: Administrator;
beforeAll(async () => {
  system = await createTestSystem();
  maker = await newAdministrator(system, 'finance');
  checker = await newAdministrator(system, 'administrator');
});
afterAll(() => system.close());

test('a document is stored unchanged with its SHA-256, and downloads are on record', async () => {
  const content = somePdf();
  const { document } = await uploadDocument(system, maker, { content });
  expect(document).toMatchObject({ sha256: sha256(content), bytes: content.length });
  const { answer } = await askToPost(
    system,
    maker,
    { template: 'bank-float-in', amountCents: 100 },
    { documentId: document.documentId },
  );
  const { postingId } = answer.posting;
  const file = await system.http.inject({
    url: `/api/admin/v1/posting-requests/${postingId}/document`,
    headers: { authorization: `Bearer ${checker.bearer}` },
  });
  expect(file.headers['content-type']).toBe('application/pdf');
  expect(sha256(file.rawPayload)).toBe(document.sha256);
  const { rows } = await system.owner.query(
    `select action, actor_name as by from audit_log where subject_id = any($1) order by seq`,
    [[postingId, document.documentId]],
  );
  expect(rows).toEqual([
    { action: 'document.uploaded', by: maker.name },
    { action: 'approval.requested', by: maker.name },
    { action: 'posting.document-read', by: checker.name },
  ]);
});

test('refuses files that are no PDF, JPEG or PNG, and documents of others or of another posting', async () => {
  const text = await uploadDocument(system, maker, { content: Buffer.from('PK a zip') });
  expect(text.code).toBe('document_unreadable');
  const others = await uploadDocument(system, checker);
  const posting: Posting = { template: 'bank-float-in', amountCents: 100 };
  const { documentId } = others.document;
  expect((await askToPost(system, maker, posting, { documentId })).outcome).toBe('document_missing');
  const used = await askToPost(system, checker, posting, { documentId });
  expect(used.outcome).toBe('ok');
  expect((await askToPost(system, checker, posting, { documentId })).outcome).toBe('document_missing');
  const again = await uploadDocument(system, checker, { documentId, content: somePdf() });
  expect(again.code).toBe('document_taken');
});
