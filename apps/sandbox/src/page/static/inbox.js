import { sendAgain } from './control.js';
import { clockText, element, exactClockText, withLinks, withReadablePhones } from './format.js';
import { keyedList } from './keyed-list.js';

const byId = (id) => document.getElementById(id);
const names = ['events', 'sms', 'mail', 'ussd'];
const tabs = names.map((name) => byId(`tab-${name}`));
const titles = ['Events', 'SMS', 'Mail', 'USSD'];

let onTrouble = () => {};

const drawEvents = keyedList(byId('event-list'), ({ event }) =>
  element(
    'li',
    {},
    element('time', { datetime: event.at }, exactClockText(event.at)),
    element(
      'div',
      {},
      element('b', { class: 'strong' }, event.title),
      element('div', { class: 'tiny muted num detail' }, withReadablePhones(event.detail)),
    ),
    event.callbackId === null ? element('span') : sendAgainButton(event),
  ),
);

const drawMessages = keyedList(byId('message-list'), ({ message }) =>
  element(
    'li',
    {},
    element('time', { datetime: message.at }, clockText(message.at)),
    element('b', { class: 'strong' }, message.from),
    element('span'),
    element('div', { class: 'text' }, ...withLinks(message.text)),
  ),
);

const drawMails = keyedList(byId('mail-list'), ({ mail }) => {
  const details = element(
    'details',
    { class: 'mail' },
    element(
      'summary',
      {},
      element('time', { datetime: mail.at }, clockText(mail.at)),
      element(
        'div',
        {},
        element('b', { class: 'strong' }, mail.subject || 'No subject'),
        element('div', { class: 'tiny muted detail' }, mail.to),
      ),
    ),
  );
  details.addEventListener('toggle', () => details.append(mailBody(mail)), { once: true });
  return details;
});

/** A mail is an untrusted page, so it is shown in a frame without scripts. */
function mailBody(mail) {
  if (mail.html === '') return element('pre', {}, ...withLinks(mail.text));
  return element('iframe', {
    src: `/control/mail/${mail.id}/html`,
    sandbox: 'allow-popups allow-popups-to-escape-sandbox',
    title: `Mail: ${mail.subject}`,
  });
}

function sendAgainButton(event) {
  const name = `Send again: ${event.title}, ${exactClockText(event.at)}`;
  const button = element(
    'button',
    { class: 'btn quiet sm', type: 'button', 'aria-label': name },
    'Send again',
  );
  button.addEventListener('click', async () => {
    button.setAttribute('aria-busy', 'true');
    try {
      await sendAgain(event.callbackId);
    } catch (error) {
      onTrouble(error);
    }
    button.removeAttribute('aria-busy');
  });
  return button;
}

/** Draws the three lists, newest first, and the number of messages on each tab. */
export function drawInbox({ events, messages, mail }) {
  const byAge = messages.map((message, index) => ({
    key: `${index} ${message.at} ${message.text}`,
    message,
  }));
  drawEvents(events.map((event) => ({ key: event.id, event })));
  drawMessages(byAge.slice().reverse());
  drawMails(mail.map((one) => ({ key: `${one.id} ${one.at}`, mail: one })).reverse());
  const counts = [0, messages.length, mail.length, 0];
  for (const [index, tab] of tabs.entries()) {
    tab.textContent = counts[index] ? `${titles[index]} ${counts[index]}` : titles[index];
  }
}

/** @param tellTrouble called when a callback could not be sent again */
export function startInbox(tellTrouble) {
  onTrouble = tellTrouble;
  for (const [index, tab] of tabs.entries()) {
    tab.addEventListener('click', () => select(index));
    tab.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      const next = (index + step + tabs.length) % tabs.length;
      select(next);
      tabs[next].focus();
    });
  }
  select(0);
}

/** Shows the USSD session. */
export const selectUssd = () => select(names.indexOf('ussd'));

function select(chosen) {
  for (const [index, tab] of tabs.entries()) {
    tab.setAttribute('aria-selected', String(index === chosen));
    tab.tabIndex = index === chosen ? 0 : -1;
    byId(names[index]).hidden = index !== chosen;
  }
}
