import { expect, test } from 'vitest';
import { poll } from './testing/poll.ts';
import { startRig } from './testing/start-rig.ts';
import type { Rig } from './testing/start-rig.ts';
import { menu, startUssdApp } from './testing/start-ussd-app.ts';

type State = {
  network: string;
  session: {
    status: string | null;
    problem: string;
    screen: string;
    page: number;
    pages: number;
    idleEndsAt: string;
    endsAt: string;
    steps: { kind: string; text: string }[];
  } | null;
};

const safaricom = '254712000001';
const airtel = '254733000001';

function press(rig: Rig, msisdn: string, keys: object): Promise<State> {
  return rig.control<State>(`phones/${msisdn}/ussd`, keys);
}

const read = (rig: Rig, msisdn: string) => rig.control<State>(`phones/${msisdn}/ussd`);

test('dials, replies and reaches the end', async () => {
  const rig = await startRig();
  const app = await startUssdApp(rig, menu);
  expect(await press(rig, safaricom, { dial: '*384*262#' })).toMatchObject({
    network: 'Safaricom',
    session: { status: null, screen: '1. My gifts' },
  });
  await press(rig, safaricom, { reply: '1' });
  const { session } = await press(rig, safaricom, { reply: '1' });
  expect(session).toMatchObject({ status: 'Success', screen: 'Added. An SMS follows.' });
  expect(session?.steps.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    'dialled *384*262#',
    'CON 1. My gifts',
    'reply 1',
    'CON From Amina\n1. Add',
    'reply 1',
    'END Added. An SMS follows.',
  ]);
  expect(app.requests().map(({ text }) => text)).toEqual(['', '1', '1*1']);
});

test('dials a code with inputs in one request', async () => {
  const rig = await startRig();
  const app = await startUssdApp(rig, menu);
  const { session } = await press(rig, safaricom, { dial: '*384*262*1*1#' });
  expect(session).toMatchObject({ status: 'Success' });
  expect(app.requests()).toMatchObject([{ serviceCode: '*384*262#', text: '1*1' }]);
});

test('refuses unknown codes, a second session, long inputs and replies without a session', async () => {
  const rig = await startRig();
  await startUssdApp(rig, menu);
  for (const dial of ['*100#', '*384*262', '*384*2621#']) {
    await expect(press(rig, safaricom, { dial })).rejects.toThrow('invalid MMI code');
  }
  await expect(press(rig, safaricom, { reply: '1' })).rejects.toThrow('No session is open.');
  await press(rig, safaricom, { dial: '*384*262#' });
  await expect(press(rig, safaricom, { dial: '*384*262#' })).rejects.toThrow('End the open session first.');
  await expect(press(rig, safaricom, { reply: 'x'.repeat(81) })).rejects.toThrow('Safaricom takes 80');
  await expect(press(rig, safaricom, { reply: '1*1' })).rejects.toThrow('400');
  await press(rig, airtel, { dial: '*384*262#' });
  await expect(press(rig, airtel, { reply: 'x'.repeat(91) })).rejects.toThrow('Airtel takes 90');
});

test('reports a session that the person cancels', async () => {
  const rig = await startRig();
  const app = await startUssdApp(rig, menu);
  await press(rig, safaricom, { dial: '*384*262#' });
  expect(await press(rig, safaricom, { cancel: true })).toMatchObject({ session: { status: 'Incomplete' } });
  await press(rig, safaricom, { cancel: true });
  await rig.untilIdle();
  expect(app.events()).toMatchObject([{ status: 'Incomplete', input: '' }]);
});

test('shows the clocks of the network', async () => {
  const rig = await startRig({ clock: () => new Date('2026-11-30T10:00:00Z') });
  await startUssdApp(rig, menu);
  const clocks = [];
  for (const [msisdn, idleEndsAt] of [
    [safaricom, '2026-11-30T10:00:30.000Z'],
    [airtel, '2026-11-30T10:01:00.000Z'],
  ] as const) {
    const { session } = await press(rig, msisdn, { dial: '*384*262#' });
    clocks.push([session?.idleEndsAt, session?.endsAt]);
    expect(clocks.at(-1)).toEqual([idleEndsAt, '2026-11-30T10:03:00.000Z']);
  }
});

test('cuts an idle session, and not one whose person replies in time', async () => {
  const rig = await startRig();
  await rig.behave({ ussd: { idleMs: 1_500 } });
  const app = await startUssdApp(rig, () => ({ body: 'CON 1' }));
  await press(rig, safaricom, { dial: '*384*262#' });
  const startedAtMs = performance.now();
  while (performance.now() - startedAtMs < 2_000) await press(rig, safaricom, { reply: '1' });
  expect((await read(rig, safaricom)).session?.status).toBeNull();
  await poll('the cut', async () => (await read(rig, safaricom)).session?.status === 'Incomplete');
  await rig.untilIdle();
  expect(app.events()).toMatchObject([{ status: 'Incomplete' }]);
});

test('cuts a session that is too old, although its person replies', async () => {
  const rig = await startRig();
  await rig.behave({ ussd: { sessionMs: 500 } });
  await startUssdApp(rig, () => ({ body: 'CON 1' }));
  await press(rig, safaricom, { dial: '*384*262#' });
  await poll('the cut', async () => {
    await press(rig, safaricom, { reply: '1' }).catch(() => undefined);
    return (await read(rig, safaricom)).session?.status === 'Incomplete';
  });
  expect((await read(rig, safaricom)).session?.problem).toBe('Session timed out.');
});

test('divides a long screen into pages, which the gateway turns without the application', async () => {
  const rig = await startRig();
  const words = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ');
  const app = await startUssdApp(rig, () => ({ body: `CON ${words}` }));
  const pages: string[] = [];
  let { session } = await press(rig, safaricom, { dial: '*384*262#' });
  for (;;) {
    pages.push(session?.screen ?? '');
    if (session?.page === session?.pages) break;
    ({ session } = await press(rig, safaricom, { reply: '98' }));
  }
  expect(pages).toHaveLength(3);
  for (const page of pages) expect(page.length).toBeLessThanOrEqual(160);
  expect(pages.map((page) => page.replace(/^[^]*\n/, ''))).toEqual(['98:More', '98:More 00:Back', '00:Back']);
  expect(pages.map((page) => page.replace(/\n[^\n]*$/, '')).join(' ')).toBe(words);
  expect((await press(rig, safaricom, { reply: '00' })).session).toMatchObject({ page: 2 });
  expect(app.requests()).toHaveLength(1);
  await press(rig, safaricom, { reply: '5' });
  expect(app.requests().at(-1)?.['text']).toBe('5');
});

test('shows a screen of 184 characters on one page of Airtel only', async () => {
  const rig = await startRig();
  await startUssdApp(rig, () => ({ body: `CON ${'x'.repeat(184)}` }));
  const pagesOn = async (msisdn: string) => (await press(rig, msisdn, { dial: '*384*262#' })).session?.pages;
  expect(await pagesOn(airtel)).toBe(1);
  expect(await pagesOn(safaricom)).toBe(2);
  const { session } = await press(rig, '254770000001', { dial: '*384*262#' });
  expect([session?.pages, session?.screen.length]).toEqual([1, 160]);
});
