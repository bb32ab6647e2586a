import { renderToStaticMarkup } from 'react-dom/server';
import { CallRefused } from '../api/call-errors.ts';
import { dateText, timeText, weekdayText } from '../ui/time-text.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { load, need, wordsForRefusal } from './catalogue.ts';
import { RichText } from './rich-text.tsx';
import { say, translated } from './say.ts';

const newHere = <RichText text="New here? <link>Create an account</link>" link={<em />} />;

describe('texts in English', () => {
  test('returns an English text unchanged', () => {
    expect(say('Sign In')).toBe('Sign In');
    expect(wordsForRefusal('phone_not_verified')).toBeUndefined();
  });

  test('inserts values at their names, even if a value contains braces or a dollar sign', () => {
    expect(say('{name} gets', { name: '$& {name}' })).toBe('$& {name} gets');
  });

  test('wraps words in the elements of their tags', () => {
    expect(renderToStaticMarkup(newHere)).toBe('New here? <em>Create an account</em>');
  });

  test('escapes a value in a rich text', () => {
    const rich = (
      <RichText text="<b>{sentence}</b> Ask for a new one in your profile." sentence="<i>no</i>" />
    );
    expect(renderToStaticMarkup(rich)).toBe(
      '<b class="strong">&lt;i&gt;no&lt;/i&gt;</b> Ask for a new one in your profile.',
    );
  });
});

describe('texts in Swahili', () => {
  beforeEach(async () => load('sw'));
  afterEach(async () => load('en'));

  test('translates texts, values and tags', () => {
    expect(say('Sign In')).toBe('Ingia');
    const sentence = 'Enter the code we sent to {email}, or open the link in the same email.';
    expect(say(sentence, { email: 'a@b.ke' })).toBe(
      'Andika msimbo tuliotuma kwa a@b.ke, au fungua kiungo kwenye barua pepe hiyo.',
    );
    expect(renderToStaticMarkup(newHere)).toBe('Mgeni hapa? <em>Fungua akaunti</em>');
  });

  test('loads the texts of a part on demand, and also after a change of language', async () => {
    expect(say('My Wallet')).toBe('My Wallet');
    await need('house');
    expect(say('My Wallet')).toBe('Pochi Yangu');
    await Promise.all([load('en'), need('reading')]);
    expect(say('Terms')).toBe('Terms');
    await load('sw');
    expect([say('My Wallet'), say('Terms')]).toEqual(['Pochi Yangu', 'Masharti']);
  });

  test('translates a refusal by its code, and shows the server’s sentence for an unknown code', async () => {
    await need('refusals');
    const known = new CallRefused(409, { code: 'insufficient_balance', customerMessage: 'Insufficient' });
    expect(known.message).toBe('Salio la pochi halitoshi');
    expect(new CallRefused(409, { code: 'brand_new', customerMessage: 'Something new' }).message).toBe(
      'Something new',
    );
  });

  test('translates a sentence of the contract’s schemas, and returns an unknown sentence unchanged', () => {
    expect(translated('Please enter a valid amount')).toBe('Tafadhali andika kiasi sahihi');
    expect(translated('Unheard of')).toBe('Unheard of');
  });
});

test('formats times in the current language', async () => {
  const { chooseLanguage } = await import('./language.ts');
  vi.stubGlobal('document', { documentElement: {} });
  vi.stubGlobal('location', { search: '' });
  const now = new Date('2026-11-20T11:05:31Z');
  await chooseLanguage('sw');
  expect(document.documentElement.lang).toBe('sw');
  expect(timeText(now, now)).toBe('Leo 14:05');
  expect(timeText(new Date('2026-11-19T20:59:59Z'), now)).toBe('Jana 23:59');
  expect(weekdayText(now)).toBe('Ijumaa 20 Novemba');
  expect(dateText(now)).toBe('20 Nov 2026');
  await chooseLanguage('en');
  expect(timeText(now, now)).toBe('Today 14:05');
});
