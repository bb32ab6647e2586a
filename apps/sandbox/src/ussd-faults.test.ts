import { expect, test } from 'vitest';
import { poll } from './testing/poll.ts';
import { startRig } from './testing/start-rig.ts';
import type { Rig } from './testing/start-rig.ts';
import { menu, startUssdApp } from './testing/start-ussd-app.ts';
import type { UssdApp } from './testing/start-ussd-app.ts';

type Answer = { sessionId: string; status: number | null; answer: string };

const phoneNumber = '254712000001';

async function startFaulty(ussd: object): Promise<{ rig: Rig; app: UssdApp }> {
  const rig = await startRig();
  await rig.behave({ ussd });
  return { rig, app: await startUssdApp(rig, (form) => ({ ...menu(form), delayMs: 100 })) };
}

/** Sends one request after the other, all in one session. */
async function walk(rig: Rig, ...texts: string[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const text of texts) {
    const sessionId = answers.at(0)?.sessionId;
    answers.push(await rig.control<Answer>('ussd', { phoneNumber, text, ...(sessionId && { sessionId }) }));
  }
  return answers;
}

const texts = (app: UssdApp) => app.requests().map(({ text }) => text);

test('sends every request twice at the same time', async () => {
  const { rig, app } = await startFaulty({ doubled: 'together' });
  expect(await walk(rig, '', '1')).toMatchObject([{ status: 200 }, { answer: 'CON From Amina\n1. Add' }]);
  expect(texts(app)).toEqual(['', '', '1', '1']);
  expect(app.mostAtOnce()).toBe(2);
});

test('sends every request again after its answer', async () => {
  const { rig, app } = await startFaulty({ doubled: 'after-answer' });
  await walk(rig, '', '1');
  expect(texts(app)).toEqual(['', '', '1', '1']);
  expect(app.mostAtOnce()).toBe(1);
});

test('sends the previous request again together with the next one', async () => {
  const { rig, app } = await startFaulty({ crossed: true });
  expect((await walk(rig, '', '1')).at(-1)).toMatchObject({ answer: 'CON From Amina\n1. Add' });
  expect(texts(app)).toHaveLength(3);
  expect(texts(app).filter((text) => text === '')).toHaveLength(2);
  expect(app.mostAtOnce()).toBe(2);
});

test('cuts the session after the application has answered step 2', async () => {
  const { rig, app } = await startFaulty({ cutAtStep: 2 });
  expect(await walk(rig, '', '1')).toMatchObject([{ status: 200 }, { status: null, answer: '' }]);
  await poll('the event', () => app.events().length > 0);
  expect(app.events()).toMatchObject([
    { status: 'Incomplete', hopsCount: '2', lastAppResponse: 'CON From Amina\n1. Add' },
  ]);
});

test('cuts the session if an answer that is held back exceeds the limit', async () => {
  const { rig, app } = await startFaulty({ answerDelayMs: 400, answerLimitMs: 300 });
  expect(await walk(rig, '')).toMatchObject([{ status: null, answer: '' }]);
  await poll('the event', () => app.events().length > 0);
  expect(app.events()).toMatchObject([{ status: 'Failed', errorMessage: 'The answer came too late.' }]);
});

test('holds an answer back within the limit', async () => {
  const { rig } = await startFaulty({ answerDelayMs: 300 });
  const startedAtMs = performance.now();
  expect(await walk(rig, '')).toMatchObject([{ status: 200 }]);
  expect(performance.now() - startedAtMs).toBeGreaterThanOrEqual(300);
});

test.each([
  ['missing', 0],
  ['once', 1],
  ['doubled', 2],
])('sends the event: %s', async (event, count) => {
  const { rig, app } = await startFaulty({ event });
  await walk(rig, '', '1*1');
  await rig.untilIdle();
  expect(app.events()).toHaveLength(count);
});

test('sends the only event before the last request', async () => {
  const { rig, app } = await startFaulty({ event: 'early' });
  await walk(rig, '', '1*1');
  await rig.untilIdle();
  expect(app.heard.map(({ path }) => path)).toEqual(['/ussd', '/ended', '/ussd']);
  expect(app.events()).toMatchObject([{ status: 'Incomplete' }]);
});

test('sends the extension of a shared code as the first input', async () => {
  const { rig, app } = await startFaulty({ prefix: '44' });
  await walk(rig, '', '1');
  expect(texts(app)).toEqual(['44', '44*1']);
});

test('POST /control/reset forgets sessions and keeps the codes', async () => {
  const { rig } = await startFaulty({ cutAtStep: 1 });
  await walk(rig, '');
  await rig.control('reset', {});
  const state = await rig.control<{ codes: string[]; session: unknown }>(`phones/${phoneNumber}/ussd`);
  expect(state).toMatchObject({ codes: ['*384*262#'], session: null });
  expect(await walk(rig, '')).toMatchObject([{ status: 200 }]);
});
