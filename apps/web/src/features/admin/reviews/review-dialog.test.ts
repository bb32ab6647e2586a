import { expect, test } from 'vitest';
import { detailsOf } from './review-dialog.tsx';

test("S316 shows a case's details with readable labels, amounts and phone numbers", () => {
  const details = {
    billReference: 'ZW7Q4MTX',
    asked: 1500,
    openSeconds: 3700,
    payer: '254712000001',
    receipt: 'TKE4XQ81ZN',
    resultCode: null,
    detail: '',
  };
  expect(detailsOf({ details })).toEqual([
    { label: 'Bill reference', value: 'ZW7Q4MTX' },
    { label: 'Asked', value: 'KES\u00a01,500' },
    { label: 'Open seconds', value: '3,700' },
    { label: 'Payer', value: '0712 000 001' },
  ]);
});
