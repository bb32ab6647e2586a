import { listAlerts, systemHealth } from '@zawadi/contract';
import { paths } from '@zawadi/mpesa/wire/paths';
import { freePort } from '@zawadi/story/free-port';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { createConfiguredClient, type PaymentDeps } from '../../mpesa/client/index.ts';
import { sendNewPayBillAddress, sendPayBillAddresses } from '../../money/callbacks/index.ts';
import { watchForAlerts } from '../../services/alerts/index.ts';
import { readHealth } from '../../services/system-health/index.ts';
import { recordChecks } from './record-checks.ts';
import { runChecks } from './run-checks.ts';

let system: TestSystem;
let administrator: Administrator;
const lines: string[] = [];
beforeAll(async () => {
  system = await createTestSystem({ LOG_LEVEL: 'warn' }, { onLogLine: (line) => void lines.push(line) });
  administrator = await newAdministrator(system, 'support');
});
beforeEach(() =>
  system.owner.query('delete from system_checks; delete from alerts; delete from pay_bill_addresses'),
);
afterAll(() => system.close());

const read = async () =>
  (await system.call(systemHealth, {}, { bearer: administrator.bearer })).answer.checks;
const alerts = async () => {
  await watchForAlerts(system.deps);
  return (await system.call(listAlerts, {}, { bearer: administrator.bearer })).answer.alerts;
};
const letPass = (minutes: number) =>
  system.owner.query('update system_checks set failing_since = failing_since - make_interval(mins => $1)', [
    minutes,
  ]);

/** The dependencies of a process that cannot reach M-PESA. */
async function cutOff(): Promise<PaymentDeps> {
  const { mpesa } = system.deps.config;
  const baseUrl = `http://127.0.0.1:${await freePort()}`;
  const deps = { ...system.deps, config: { ...system.deps.config, mpesa: { ...mpesa, baseUrl } } };
  return { ...deps, ...createConfiguredClient(deps) };
}

test('shows on Health the checks that apply to the sandbox, all of them good', async () => {
  expect(await read()).toEqual({ state: 'unknown', checks: [] });
  await sendPayBillAddresses(system.deps);
  await recordChecks(system.deps);
  const { state, checks, checkedAt } = await read();
  expect(checks.filter(({ name }) => name !== 'disk').map((one) => [one.name, one.state])).toEqual([
    ['clock', 'good'],
    ['database', 'good'],
    ['mail_server', 'good'],
    ['mpesa_access', 'good'],
    ['mpesa_pull', 'good'],
    ['pay_bill_addresses', 'good'],
    ['sms', 'good'],
    ['sms_reports', 'good'],
  ]);
  expect(state).toBe('good');
  expect(checkedAt).toBeDefined();
});

test('an unreachable M-PESA and an unregistered pay-bill address are alerts after five minutes, until they are mended', async () => {
  const deps = await cutOff();
  await sendPayBillAddresses(deps);
  await recordChecks(deps);
  const { state, checks } = await read();
  expect(state).toBe('bad');
  expect(checks.filter((one) => one.state === 'bad')).toMatchObject([
    { name: 'mpesa_access', nextStep: expect.stringContaining('firewall'), failingSince: expect.any(String) },
    { name: 'pay_bill_addresses', nextStep: expect.stringContaining('every minute') },
  ]);
  expect(await alerts()).toEqual([]);
  await letPass(4);
  expect(await alerts()).toEqual([]);
  await letPass(2);
  // The next failure keeps the time of the first one.
  await recordChecks(deps);
  expect(await alerts()).toMatchObject([
    {
      kind: 'check_failed',
      title: expect.stringMatching(/^M-PESA access: .* gives no access token \(ECONNREFUSED\)$/u),
      advice: expect.stringContaining('firewall'),
      path: '/admin/settings/health',
    },
    { kind: 'check_failed', title: expect.stringContaining('not answered the registration') },
  ]);
  await sendNewPayBillAddress(system.deps);
  await recordChecks(system.deps);
  expect(await alerts()).toEqual([]);
});

test('a fault has one alert: refused pay-bill addresses already have theirs', async () => {
  await system.sandbox.behave({ missingProducts: [paths.c2bRegister] });
  await sendPayBillAddresses(system.deps);
  await recordChecks(system.deps);
  await system.sandbox.behave({ missingProducts: [] });
  expect((await read()).checks[0]).toMatchObject({ name: 'pay_bill_addresses', state: 'bad' });
  await letPass(6);
  expect(await alerts()).toMatchObject([{ kind: 'addresses_refused' }]);
});

test('logs a warning at each attempt to register the pay-bill address that M-PESA does not answer', async () => {
  const deps = await cutOff();
  const warnings = () => lines.filter((line) => line.includes('has not answered the registration')).length;
  const before = warnings();
  await sendPayBillAddresses(deps);
  await sendNewPayBillAddress(deps);
  expect(warnings() - before).toBe(2);
  await sendNewPayBillAddress(system.deps);
  await sendNewPayBillAddress(deps);
  expect(warnings() - before).toBe(2);
});

test('with real money, health of which nothing is known yet is not good; in the sandbox it is', async () => {
  const config = { ...system.deps.config, provider: 'daraja' as const };
  expect((await readHealth(system.deps)).state).toBe('good');
  const health = await readHealth({ ...system.deps, config });
  expect(health).toMatchObject({
    state: 'unknown',
    provider: { state: 'unknown' },
    checks: { state: 'unknown' },
  });
  // A check that reached M-PESA is a first sign of it.
  await recordChecks(system.deps);
  expect((await readHealth({ ...system.deps, config })).provider.state).toBe('good');
});

test('the job keeps M-PESA’s token that other processes use; doctor requests a new one', async () => {
  const token = async () => (await system.owner.query('select sealed from provider_tokens')).rows;
  await recordChecks(system.deps);
  const before = await token();
  await recordChecks(system.deps);
  expect(await token()).toEqual(before);
  await runChecks(system.deps, { renewsToken: true });
  expect(await token()).not.toEqual(before);
});

test('checks nothing while the demo plays the past', async () => {
  await system.owner.query(`select set_clock_offset(interval '-1 day')`);
  await recordChecks(system.deps);
  await system.owner.query(`select set_clock_offset(interval '0')`);
  expect(await read()).toEqual({ state: 'unknown', checks: [] });
});
