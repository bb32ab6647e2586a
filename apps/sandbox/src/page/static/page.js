import {
  onChange,
  payBill,
  readEvents,
  readMail,
  readPhone,
  readPhones,
  readUssd,
  setBalance,
} from './control.js';
import { drawDialler, startDialler } from './dialler.js';
import { fieldDialog } from './dialogs.js';
import { amountText, element, moneyText, phoneText } from './format.js';
import { drawHandset, startHandset } from './handset.js';
import { drawInbox, selectUssd, startInbox } from './inbox.js';
import { keyedList } from './keyed-list.js';
import { drawSmsFate, startSmsFate } from './sms-fate.js';

const byId = (id) => document.getElementById(id);
const mobile = /^(?:\+?254|0)?([17]\d{8})$/;

let selected = numberInAddress();
let balance = 0;
/** Phone numbers in the order in which this page first saw them, so that the list does not jump under a finger. */
const order = [];

const drawNumbers = keyedList(
  byId('numbers'),
  ({ phone }) => {
    const button = element('button', { type: 'button' });
    button.addEventListener('click', () => pickUp(phone.msisdn));
    return element('li', {}, button);
  },
  (item, { phone }) => {
    const button = item.firstChild;
    button.setAttribute('aria-pressed', String(phone.msisdn === selected));
    button.replaceChildren(
      element('b', { class: 'strong' }, phoneText(phone.msisdn)),
      element('span', { class: 'small num' }, amountText(phone.balance)),
      element('small', {}, titleCase(phone.name)),
      phone.hasPrompt ? element('span', { class: 'badge warn' }, 'Prompt') : '',
    );
  },
);

/** Converts M-PESA's capitals to title case. */
function titleCase(name) {
  return name.toLowerCase().replaceAll(/(^|[\s'-])\p{L}/gu, (start) => start.toUpperCase());
}

/** Returns the phone number in the URL's hash (`#254712000001`), or '' for the first phone in the list. */
function numberInAddress() {
  const local = mobile.exec(location.hash.slice(1))?.[1];
  return local === undefined ? '' : `254${local}`;
}

function pickUp(msisdn) {
  selected = msisdn;
  if (msisdn !== '') history.replaceState(null, '', `#${msisdn}`);
  void refresh();
}

function tell(error) {
  byId('trouble').textContent = error ? `${error.message} Trying again…` : '';
  byId('trouble').hidden = !error;
}

function sortPhones(phones) {
  const unknown = phones.map(({ msisdn }) => msisdn).filter((msisdn) => !order.includes(msisdn));
  order.unshift(...unknown);
  return [...phones].sort((one, other) => order.indexOf(one.msisdn) - order.indexOf(other.msisdn));
}

async function draw() {
  const [phones, events, mail] = await Promise.all([readPhones(), readEvents(), readMail()]);
  if (selected === '') selected = phones[0]?.msisdn ?? '';
  const phone = selected === '' ? undefined : await readPhone(selected);
  if (phone) selected = phone.msisdn;
  drawNumbers(sortPhones(phones).map((one) => ({ key: one.msisdn, phone: one })));
  drawHandset(phone);
  drawDialler(phone, phone && (await readUssd(phone.msisdn)));
  await drawSmsFate(selected);
  drawInbox({ events, messages: phone?.messages ?? [], mail });
  balance = phone?.balance ?? 0;
  byId('balance-number').textContent = phone ? phoneText(phone.msisdn) : '';
  byId('balance').textContent = phone ? moneyText(balance) : '';
  byId('account').hidden = phone === undefined;
}

let drawing;
let isStale = false;

/** Redraws the page. A change during a redraw causes one more redraw after it, never two at a time. */
async function refresh() {
  isStale = true;
  if (drawing) return;
  while (isStale) {
    isStale = false;
    drawing = draw();
    await drawing.then(() => tell(undefined), tell);
  }
  drawing = undefined;
}

addEventListener('hashchange', () => pickUp(numberInAddress()));
startHandset(tell);
startInbox(tell);
startDialler(selectUssd, tell);
startSmsFate(() => selected, tell);
fieldDialog({
  name: 'number',
  opener: 'another',
  submit: (text) => {
    const local = mobile.exec(text.replaceAll(/[\s-]/g, ''))?.[1];
    if (local === undefined) return 'Enter a Kenyan mobile number, such as 0712 000 001.';
    pickUp(`254${local}`);
    return undefined;
  },
});
fieldDialog({
  name: 'balance',
  opener: 'change',
  initial: () => String(balance),
  submit: async (text) => {
    const shillings = text.replaceAll(/[\s,]/g, '');
    if (!/^\d{1,9}$/.test(shillings)) return 'Enter whole shillings, from 0 to 999,999,999.';
    try {
      await setBalance(selected, Number(shillings));
      return undefined;
    } catch (error) {
      return error.message;
    }
  },
});
fieldDialog({
  name: 'bill',
  opener: 'pay-bill',
  submit: async (reference, typedAmount, pin) => {
    const amount = Number(typedAmount.replaceAll(/[\s,]/g, ''));
    if (reference === '' || !Number.isInteger(amount) || amount < 1 || !/^\d{4}$/.test(pin))
      return 'Enter the account number, whole shillings, and four digits as PIN.';
    try {
      await payBill(selected, { reference, amount, pin });
      return undefined;
    } catch (error) {
      return error.message;
    }
  },
});
onChange(refresh);
