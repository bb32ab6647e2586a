// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchForInstallation } from './install-question.ts';
import { install, putOff, readInstallation } from './installation.ts';

watchForInstallation();

let asked = 0;

beforeEach(() => {
  localStorage.clear();
  asked = 0;
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T09:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  dispatchEvent(new Event('appinstalled'));
});

function browserOffers(outcome: 'accepted' | 'dismissed'): Event {
  const prompt = async () => {
    asked += 1;
  };
  const question = new Event('beforeinstallprompt', { cancelable: true });
  dispatchEvent(Object.assign(question, { prompt, userChoice: Promise.resolve({ outcome }) }));
  return question;
}

test('stores the browser’s install prompt until a person clicks the button', async () => {
  expect(readInstallation()).toBeUndefined();
  expect(browserOffers('accepted').defaultPrevented).toBe(true);
  expect([readInstallation(), asked]).toEqual(['by-button', 0]);
  await install();
  expect([readInstallation(), asked]).toEqual([undefined, 1]);
});

test("offers the installation again 90 days after a refusal, in our dialog or in the browser's", async () => {
  browserOffers('dismissed');
  putOff();
  expect(readInstallation()).toBeUndefined();
  vi.setSystemTime(new Date('2027-02-20T09:00:00Z'));
  expect(readInstallation()).toBeUndefined();
  vi.setSystemTime(new Date('2027-02-21T09:00:01Z'));
  expect(readInstallation()).toBe('by-button');
  await install();
  browserOffers('dismissed');
  expect(readInstallation()).toBeUndefined();
});

test('shows instructions on an iPhone, and offers nothing in the installed app', () => {
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7)', maxTouchPoints: 5 });
  expect(readInstallation()).toBe('by-hand');
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  expect(readInstallation()).toBeUndefined();
});
