import { formatVoucherCode, searchEverything, type HandlerAnswer } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeGift, type Gift } from '../../../testing/gifts.ts';
import { issue, newFundedTill } from '../../../testing/merchant-api-calls.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
let logged = '';
let reader: Administrator;
let gift: Gift;
beforeAll(async () => {
  const onLogLine = (line: string) => {
    logged += line;
  };
  system = await createTestSystem({ LOG_LEVEL: 'debug' }, { onLogLine });
  reader = await newAdministrator(system, 'read-only');
  gift = await makeGift(system, { amount: 1_000 });
});
afterAll(() => system.close());

type Answer = HandlerAnswer<typeof searchEverything>;

async function search(text: string): Promise<Answer> {
  const { answer, outcome } = await system.call(searchEverything, { body: { text } }, reader);
  if (outcome !== 'ok') throw new Error(`the search was refused: ${outcome}`);
  return answer;
}

const namedIn = ({ vouchers }: Answer) =>
  vouchers.filter(({ isNamed }) => isNamed).map(({ voucherId }) => `voucher ${voucherId}`);

test('finds a voucher by its whole code, with or without dashes or inside a message, and records the search', async () => {
  const key = [`voucher ${gift.voucherId}`];
  const shown = formatVoucherCode(gift.code.replaceAll('-', ''));
  const message = `Amina sent you KES 950. Code: ${shown}. See https://zawadi.test/v/x`;
  for (const typed of [shown, shown.replaceAll('-', ''), shown.toLowerCase().replaceAll('-', ' '), message]) {
    const found = await search(typed);
    expect(found.readAs, typed).toBe('code');
    expect(namedIn(found), typed).toEqual(key);
  }
  const { rows } = await system.owner.query<{ entry: string; name: string }>(
    `select l::text as entry, actor_name as name from audit_log l
     where action = 'voucher.found-by-code' and subject_kind = 'voucher' and subject_id = $1`,
    [gift.voucherId],
  );
  expect(rows).toHaveLength(4);
  expect(rows[0]?.name).toBe(reader.name);
  for (const symbols of [shown, shown.replaceAll('-', '')]) {
    expect(rows.map(({ entry }) => entry).join()).not.toContain(symbols);
    expect(logged).not.toContain(symbols);
  }
});

test('finds a shop’s own voucher by its whole code, although it has no payment', async () => {
  const { id: voucherId, code } = (await issue(system, await newFundedTill(system), { amount: 200 })).answer;
  const { vouchers } = await search(code);
  expect(vouchers).toMatchObject([{ isNamed: true, voucherId, value: 200 }]);
  expect(vouchers[0]).not.toHaveProperty('purchaseId');
});

test('reports a code with a wrong check symbol as mistyped, but not an unknown code', async () => {
  const symbols = gift.code.replaceAll('-', '');
  const wrong = `${symbols.slice(0, 15)}${symbols.endsWith('7') ? '8' : '7'}`;
  expect(await search(formatVoucherCode(wrong))).toMatchObject({ readAs: 'mistyped-code', vouchers: [] });
  expect(await search(formatVoucherCode(wrong).slice(0, -1))).toMatchObject({ readAs: 'mistyped-code' });
  expect(await search('0000-0000-0000-0000')).toMatchObject({ readAs: 'code', vouchers: [] });
});

test('finds a voucher by its gift link, or by the link’s token alone, and records the search', async () => {
  for (const typed of [
    `https://zawadi.test/v/${gift.claimToken}`,
    `https://zawadi.test/v/${gift.claimToken}?from=sms`,
    gift.claimToken,
  ]) {
    const found = await search(typed);
    expect(found.readAs, typed).toBe('link');
    expect(namedIn(found), typed).toEqual([`voucher ${gift.voucherId}`]);
  }
  const { rows } = await system.owner.query(
    `select from audit_log where action = 'voucher.found-by-link' and subject_id = $1`,
    [gift.voucherId],
  );
  expect(rows).toHaveLength(3);
  expect(logged).not.toContain(gift.claimToken);
});
