import { stopName, suggestedSentences, type StopName } from '@zawadi/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { switchFeatures } from '../testing/feature-switches.ts';
import { begunCalls } from '../testing/begun-calls.ts';
import { endpoints, nameOf } from '../testing/raw-calls.ts';
import { createSettlingSystem, newAdministrator, type Administrator } from '../testing/settlement-calls.ts';
import { newShop } from '../testing/shops.ts';
import { endStop, stop } from '../testing/stop-calls.ts';
import type { TestSystem } from '../testing/test-system.ts';
import { newSaver } from '../testing/withdrawal-calls.ts';

let system: TestSystem;
let pair: [Administrator, Administrator];
let begun: ReturnType<typeof begunCalls>;
beforeAll(async () => {
  system = await createSettlingSystem({ SETTLEMENT_AUTOMATIC_UP_TO: '0' });
  await switchFeatures(system, true, 'basket', 'giftsFromWallet', 'redeemByCode', 'settlementsOnDemand');
  pair = [await newAdministrator(system), await newAdministrator(system)];
  const [saver, shop] = [await newSaver(system, 5), await newShop(system)];
  begun = begunCalls(system, { saver, shop, finance: pair[0] });
});
afterAll(() => system.close());

test('the list has every call of the contract that a stop refuses', () => {
  const refusing = (name: StopName) =>
    endpoints.filter(({ refusals }) => refusals.includes(`${name}_stopped`)).map(nameOf);
  for (const name of stopName.options) {
    const listed = new Set(begun.flatMap(([by, one]) => (by === name ? [nameOf(one)] : [])));
    expect([...listed].toSorted()).toEqual(refusing(name).toSorted());
  }
});

describe.each(stopName.options)('during a stop of %s', (name) => {
  test('every call that begins it is refused with the sentence, and every other call works', async () => {
    const prepared = [];
    for (const [by, one, what, prepare] of begun) prepared.push({ by, one, what, call: await prepare() });
    const stopId = await stop(system, pair[0], name);
    const outcomes = [];
    for (const { by, one, what, call } of prepared) outcomes.push({ by, one, what, ...(await call()) });
    await endStop(system, pair, stopId);
    expect(outcomes.map(({ what, outcome }) => [what, outcome])).toEqual(
      begun.map(([by, , what]) => [what, by === name ? `${name}_stopped` : 'ok']),
    );
    for (const { one, status, headers, refusal } of outcomes.filter(({ by }) => by === name)) {
      expect([status, headers.get('retry-after')]).toEqual([503, '300']);
      const { en } = suggestedSentences[name];
      expect(refusal).toMatchObject(
        one.audience === 'machine'
          ? { detail: en }
          : { customerMessage: en, sentence: suggestedSentences[name] },
      );
    }
    for (const { by, call } of prepared.filter((one) => one.by === name)) {
      expect([by, (await call()).outcome]).toEqual([by, 'ok']);
    }
  });
});
