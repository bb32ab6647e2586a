import { expect, test } from 'vitest';
import { detailsOf } from './review-dialog.tsx';

test("S316 shows a case's details with readable labels and amounts", () => {
  const details = {
    billReference: 'ZW7Q4MTX',
    asked: 1500,
    openSeconds: 3700,
    receipt: 'TKE4XQ81ZN',
    resultCode: null,
    detail: '',
  };
  expect(detailsOf({ details })).toEqual([
    { name: 'billReference', label: 'Bill reference', value: 'ZW7Q4MTX' },
    { name: 'asked', label: 'Asked', value: 'KES\u00a01,500' },
    { name: 'openSeconds', label: 'Open seconds', value: '3,700' },
  ]);
});
