import {
  addressOf,
  claimVoucher,
  formatMsisdn,
  formatVoucherCode,
  receiptPdf,
  statementPdf,
  voucherPdf,
  type Endpoint,
} from '@zawadi/contract';
import type { SignedIn } from '@zawadi/story/people';
import { extractText, getMeta } from 'unpdf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { makeGift, makeGifts } from '../../../testing/gifts.ts';
import { register } from '../../../testing/purchase-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { newTill, redeem } from '../../../testing/tills.ts';
import { registerAndStartWithdrawal, untilWithdrawal } from '../../../testing/withdrawal-calls.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

type Values = Parameters<typeof addressOf>[1] & { body?: object };

async function ask(endpoint: Endpoint, { body, ...values }: Values, person?: SignedIn) {
  const response = await system.http.inject({
    method: endpoint.method,
    url: addressOf(endpoint, values),
    ...(body && { payload: body }),
    headers: person && { authorization: `Bearer ${person.bearer}` },
  });
  return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload };
}

/** Requests a PDF and reads its text, with plain spaces. */
async function read(endpoint: Endpoint, values: Values, person?: SignedIn) {
  const { status, headers, bytes } = await ask(endpoint, values, person);
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('application/pdf');
  const { totalPages, text } = await extractText(new Uint8Array(bytes), { mergePages: true });
  const { info } = await getMeta(new Uint8Array(bytes));
  return { pages: totalPages, text: text.replaceAll(/\s+/gu, ' '), title: String(info['Title']), headers };
}

async function purchaseOf(person: SignedIn): Promise<string> {
  const { rows } = await system.owner.query<{ id: string }>('select id from purchases where buyer_id = $1', [
    person.user.id,
  ]);
  return rows[0]?.id ?? '';
}

test('S145 the receipt of a gift shows amount, payer, recipient, M-PESA’s receipt, fee and value', async () => {
  const me = await newConsumer(system);
  await makeGift(system, { amount: 5_000, buyerId: me.user.id });
  const requestId = await purchaseOf(me);
  const { text, pages, title, headers } = await read(receiptPdf, { params: { requestId } }, me);
  expect(pages).toBe(1);
  const [, receipt] = /^Zawadi Receipt (\w{10}) Paid KES 5,000 /u.exec(text) ?? [];
  expect(text).toContain(`Paid by ${me.user.firstName} ${me.user.lastName} 07`);
  expect(text).toMatch(/Paid to Zawadi M-PESA pay bill \d{5,7} For Gift voucher for Kip Rotich/u);
  expect(text).toMatch(/Date \w+day \d{1,2} \w+ \d{4}, \d\d:\d\d /u);
  expect(text).toContain(`M-PESA receipt ${receipt}`);
  expect(text).toMatch(/Paid KES 5,000 Our fee − KES 250 Value of the gift KES 4,750/u);
  expect(text).toMatch(/Made \d{1,2} \w+ \d{4}, \d\d:\d\d\. .+ Page 1 of 1$/u);
  expect(title).toBe(`Receipt ${receipt}`);
  expect(headers['content-disposition']).toBe(`attachment; filename="receipt-${requestId.slice(0, 8)}.pdf"`);
});

test('S59 the receipt of a withdrawal shows the fee, the amount received and M-PESA’s receipt', async () => {
  const me = await newConsumer(system);
  const { claimToken } = await makeGift(system, { amount: 2_000, recipient: me });
  await system.call(claimVoucher, { body: { claimToken } }, me);
  const withdrawal = await registerAndStartWithdrawal(system, me, 1_000);
  const { transactionCode } = await untilWithdrawal(system, me, withdrawal, 'COMPLETED');
  const { text } = await read(receiptPdf, { params: { requestId: withdrawal.requestId } }, me);
  expect(text).toMatch(/Paid by Zawadi Wallet of .+ Paid to .+ M-PESA 07\d\d \d{3} \d{3} /u);
  expect(text).toMatch(/From your wallet KES 1,000 Our fee − KES 25 Sent to M-PESA KES 975/u);
  expect(text).toContain(transactionCode ?? 'no code');
});

test('gives no receipt for an unknown or uncompleted payment, or another user’s', async () => {
  const [me, other] = [await newConsumer(system), await newConsumer(system)];
  await makeGift(system, { amount: 100, buyerId: other.user.id });
  const { requestId: unpaid } = await register(system, me, { amount: 100 });
  for (const requestId of [await purchaseOf(other), unpaid, '0c9f62ab-35b1-4a4c-9a8e-1f6a3a0d9f11']) {
    expect((await ask(receiptPdf, { params: { requestId } }, me)).status).toBe(404);
  }
  expect((await ask(receiptPdf, { params: { requestId: unpaid } })).status).toBe(401);
});

test('S64 the changes on a wallet statement add up from the opening to the closing balance', async () => {
  const me = await newConsumer(system);
  for (const amount of [1_000, 2_000]) {
    const { claimToken } = await makeGift(system, { amount, recipient: me });
    await system.call(claimVoucher, { body: { claimToken } }, me);
  }
  const withdrawal = await registerAndStartWithdrawal(system, me, 500);
  const { transactionCode } = await untilWithdrawal(system, me, withdrawal, 'COMPLETED');
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Africa/Nairobi' }).format(new Date());
  const { text, headers } = await read(statementPdf, { query: { from: day, to: day } }, me);
  const { firstName, lastName, email, phoneNumber } = me.user;
  expect(text).toContain(`Wallet of ${firstName} ${lastName} ${formatMsisdn(phoneNumber)}, ${email}`);
  expect(text).toContain('Balance before KES 0 In + KES 2,850 Out − KES 488 Fees − KES 12 Balance KES 2,350');
  expect(text).toMatch(
    new RegExp(
      `Balance before 0 .*Gift from Neema Achieng 950 950 .*Gift from Neema Achieng 1,900 2,850 .*` +
        `To M-PESA, .+ 07.+ ${transactionCode} 488 12 2,350 3 movements 2,850 488 12 2,350`,
      'u',
    ),
  );
  expect(text).not.toMatch(/\d{4}-\d\d-\d\d/u);
  expect(headers['content-disposition']).toBe(`attachment; filename="statement-${day}.pdf"`);
  const earlier = await read(statementPdf, { query: { from: '2026-01-01', to: '2026-01-31' } }, me);
  expect(earlier.text).toContain('1 January to 31 January 2026');
  expect(earlier.text).toMatch(/0 movements 0 Made/u);
});

test('a statement lists a failed withdrawal as money out and money in, without a fee', async () => {
  const me = await newConsumer(system);
  const { claimToken } = await makeGift(system, { amount: 1_000, recipient: me });
  await system.call(claimVoucher, { body: { claimToken } }, me);
  await system.sandbox.behave({ b2c: 'fail' });
  const withdrawal = await registerAndStartWithdrawal(system, me, 500);
  await untilWithdrawal(system, me, withdrawal, 'CANCELED');
  await system.sandbox.behave({ b2c: 'succeed' });
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Africa/Nairobi' }).format(new Date());
  const { text } = await read(statementPdf, { query: { from: day, to: day } }, me);
  expect(text).toContain('In + KES 1,450 Out − KES 500 Fees KES 0 Balance KES 950');
  expect(text).toMatch(/Withdrawal returned, .+ 500 950 3 movements 1,450 500 950/u);
});

test('a statement of many pages lists every change once', async () => {
  const me = await newConsumer(system);
  for (const { claimToken } of await makeGifts(system, 35, { amount: 100, recipient: me })) {
    await system.call(claimVoucher, { body: { claimToken } }, me);
  }
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Africa/Nairobi' }).format(new Date());
  const { text, pages } = await read(statementPdf, { query: { from: day, to: day } }, me);
  expect(pages).toBeGreaterThan(1);
  expect(text.match(/Gift from/gu)).toHaveLength(35);
  expect(text).toContain(`Page ${pages} of ${pages}`);
});

test('the wallet statement lists gifts paid by M-PESA in a table of their own, with their sum', async () => {
  const me = await newConsumer(system);
  await makeGift(system, { amount: 1_000, buyerId: me.user.id });
  await makeGift(system, { amount: 2_000, buyerId: me.user.id });
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Africa/Nairobi' }).format(new Date());
  const { text } = await read(statementPdf, { query: { from: day, to: day } }, me);
  expect(text).toMatch(
    /0 movements 0 Gifts paid by M-PESA .*Gift for Kip Rotich \w+ 950 50 .*Gift for Kip Rotich \w+ 1,900 100 2 movements 2,850 150 /u,
  );
});

test('refuses a statement whose last day is before the first, or more than a year later', async () => {
  const me = await newConsumer(system);
  for (const [from, to, code] of [
    ['2026-02-02', '2026-02-01', 'period_reversed'],
    ['2024-01-01', '2026-01-01', 'period_invalid'],
  ]) {
    const { status, bytes } = await ask(statementPdf, { query: { from, to } }, me);
    expect([status, JSON.parse(bytes.toString()).code]).toEqual([422, code]);
  }
});

test('S174 prints a voucher on one page, in either language, with its code', async () => {
  const gift = await makeGift(system, { amount: 1_000 });
  const body = { claimToken: gift.claimToken };
  const { text, pages } = await read(voucherPdf, { body });
  expect(pages).toBe(1);
  expect(text).toMatch(
    /^Zawadi Gift voucher A gift from Neema Achieng Zawadi for Kip Rotich KES 950 “Hongera” from Neema Achieng/u,
  );
  expect(text).toContain(codeOnPaper(gift.code));
  expect((await read(voucherPdf, { body: { ...body, lang: 'sw' } })).text).toContain('Vocha ya zawadi');
});

/** Formats a code as on paper: four groups, with spaces instead of hyphens. */
function codeOnPaper(code: string): string {
  return formatVoucherCode(code).replaceAll('-', ' ');
}

test('a screen reader can read the printed document: it has tags, a language and a title', async () => {
  const me = await newConsumer(system);
  const { claimToken } = await makeGift(system, { amount: 1_000, buyerId: me.user.id });
  const requestId = await purchaseOf(me);
  const day = { from: '2026-01-01', to: '2026-01-31' };
  for (const { bytes } of [
    await ask(voucherPdf, { body: { claimToken } }),
    await ask(receiptPdf, { params: { requestId } }, me),
    await ask(statementPdf, { query: day }, me),
  ]) {
    const file = bytes.toString('latin1');
    const said = ['/StructTreeRoot', '/MarkInfo', '/Marked true', '/Lang (en-KE)', '/DisplayDocTitle true'];
    expect(said.filter((one) => !file.includes(one))).toEqual([]);
  }
});

test('prints a used-up voucher without its code, and no voucher for an unknown link', async () => {
  const gift = await makeGift(system, { amount: 1_000 });
  await redeem(system, await newTill(system), gift.code);
  const { text } = await read(voucherPdf, { body: { claimToken: gift.claimToken } });
  expect(text).toContain('This voucher is used up');
  expect(text).not.toContain('at the till');
  expect(text).not.toContain(codeOnPaper(gift.code));
  expect((await ask(voucherPdf, { body: { claimToken: 'unknown' } })).status).toBe(404);
});

test('A45 prints PDF syntax, scripts and formulas as text, and runs nothing', async () => {
  const gift = await makeGift(system, { amount: 1_000 });
  const message = ') Tj ET /OpenAction << /S /JavaScript /JS (app.alert(1)) >> (\\';
  await system.owner.query('update vouchers set recipient_name = $2, message = $3 where id = $1', [
    gift.voucherId,
    '=HYPERLINK(A)',
    `=HYPERLINK(B) ${message} <script>alert(1)</script>`,
  ]);
  const payload = { claimToken: gift.claimToken };
  const { rawPayload } = await system.http.inject({ method: 'POST', url: voucherPdf.path, payload });
  const { text } = await extractText(new Uint8Array(rawPayload), { mergePages: true });
  // Ignores spaces: a word wider than its line is broken.
  expect(text.replaceAll(/\s+/gu, '')).toContain('=HYPERLINK(B)');
  expect(text.replaceAll(/\s+/gu, '')).toContain('/OpenAction<</S/JavaScript');
  // Searches the file's plain text, which is its structure, because streams are compressed.
  const active = /\/(?:OpenAction|JavaScript|JS|AA|Launch|EmbeddedFile)\b/u;
  expect(active.test(rawPayload.toString('latin1'))).toBe(false);
});

test('A45 names in other alphabets, emoji and very long words fit on the page', async () => {
  const gift = await makeGift(system, { amount: 1_000 });
  await system.owner.query('update vouchers set recipient_name = $2, message = $3 where id = $1', [
    gift.voucherId,
    `Wanjikũ Mwĩrĩgi Ǩ 🎉 محمد ${'W'.repeat(60)}`,
    `🎉${'\n'.repeat(298)}x`,
  ]);
  const { text, pages } = await read(voucherPdf, { body: { claimToken: gift.claimToken } });
  expect(pages).toBe(1);
  // Letters with a tilde can be read and copied. A letter that the typeface cannot combine with its accent loses the
  // accent.
  expect(text.normalize('NFC').replaceAll(/\s+/gu, ' ')).toContain('Wanjikũ Mwĩrĩgi');
  expect(text.replaceAll(/\s+/gu, ' ')).toContain(codeOnPaper(gift.code));
  expect(text).toContain('🎉');
});
