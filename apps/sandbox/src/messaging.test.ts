import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { sandboxCredentials } from './credentials.ts';
import { partsOf } from './messaging/africas-talking.ts';
import { poll } from './testing/poll.ts';
import { newMsisdn, startRig } from './testing/start-rig.ts';
import type { Rig } from './testing/start-rig.ts';

function sendSms(rig: Rig, fields: Record<string, string>, apiKey: string = sandboxCredentials.smsApiKey) {
  return fetch(`${rig.url}/version1/messaging`, {
    method: 'POST',
    headers: { apiKey, accept: 'application/json' },
    body: new URLSearchParams({ username: 'sandbox', ...fields }),
  });
}

test('answers with the balance to the right key, and refuses a wrong one', async () => {
  const rig = await startRig();
  const balance = (apiKey: string, username: string) =>
    fetch(`${rig.url}/version1/user?username=${username}`, {
      headers: { apiKey, accept: 'application/json' },
    });
  const answer = await balance(sandboxCredentials.smsApiKey, 'sandbox');
  expect(await answer.json()).toEqual({ UserData: { balance: expect.stringMatching(/^KES \d+\.\d{4}$/u) } });
  expect((await balance('wrong', 'sandbox')).status).toBe(401);
  expect((await balance(sandboxCredentials.smsApiKey, 'other')).status).toBe(401);
});

test('delivers an SMS to every recipient and answers like Africa’s Talking', async () => {
  const rig = await startRig();
  const [first, second] = [newMsisdn(), newMsisdn()];
  const to = `+${first},+${second},+15550001111`;
  const response = await sendSms(rig, { to, message: 'Zawadi kwako! Habari', from: 'ZAWADI' });
  expect(response.status).toBe(201);
  expect(await response.json()).toMatchObject({
    SMSMessageData: {
      Message: 'Sent to 2/3 Total Cost: KES 1.6000',
      Recipients: [
        { statusCode: 101, number: `+${first}`, status: 'Success', cost: 'KES 0.8000' },
        { statusCode: 101, number: `+${second}` },
        { statusCode: 403, status: 'InvalidPhoneNumber' },
      ],
    },
  });
  for (const msisdn of [first, second]) {
    expect((await rig.phone(msisdn)).messages).toMatchObject([
      { from: 'ZAWADI', text: 'Zawadi kwako! Habari' },
    ]);
  }
});

test('refuses an SMS with a wrong key or without text', async () => {
  const rig = await startRig();
  const msisdn = newMsisdn();
  expect((await sendSms(rig, { to: msisdn, message: 'x' }, 'wrong')).status).toBe(401);
  expect((await sendSms(rig, { to: msisdn })).status).toBe(400);
  expect((await rig.phone(msisdn)).messages).toEqual([]);
});

test('counts more SMS parts for long texts and for texts outside the seven-bit alphabet', () => {
  expect(partsOf('a'.repeat(160))).toBe(1);
  expect(partsOf('a'.repeat(161))).toBe(2);
  expect(partsOf('€'.repeat(81))).toBe(2);
  expect(partsOf('’'.repeat(70))).toBe(1);
  expect(partsOf('’'.repeat(71))).toBe(2);
});

/** Speaks SMTP directly, so that the received mail does not depend on the choices of a mail library. */
async function sendMail(port: number, recipients: string[], message: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  let heard = '';
  socket.on('data', (text: string) => (heard += text));
  const say = async (line: string, code: string) => {
    heard = '';
    socket.write(`${line}\r\n`);
    return poll(`${code} to ${line.slice(0, 20)}`, () => (heard.startsWith(code) ? heard : undefined));
  };
  await poll('the greeting', () => heard.startsWith('220'));
  await say('EHLO test', '250');
  await say('MAIL FROM:<hello@zawadi.test>', '250');
  for (const recipient of recipients) await say(`RCPT TO:<${recipient}>`, '250');
  await say('DATA', '354');
  const answer = await say(`${message}\r\n.`, '250');
  socket.end('QUIT\r\n');
  return answer;
}

type Mail = { messages: { id: number; to: string; subject: string; text: string; html: string }[] };

test('delivers a decoded email to the inbox of each recipient', async () => {
  const rig = await startRig();
  const message = [
    'Subject: =?utf-8?q?Zawadi_kwako_=E2=9C=93?=',
    'MIME-Version: 1.0',
    'Content-Type: multipart/alternative; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Fungua: https://zawadi.example/v/abc',
    '--b',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<p>Fungua <a href="https://zawadi.example/v/abc">zawadi</a><script>1</script></p>',
    '--b--',
  ].join('\r\n');
  await sendMail(rig.smtpPort, ['Amina@zawadi.test', 'brian@zawadi.test'], message);

  const { messages } = await rig.control<Mail>('mail?to=AMINA@zawadi.test');
  expect(messages).toMatchObject([
    { to: 'amina@zawadi.test', subject: 'Zawadi kwako ✓', text: expect.stringContaining('Fungua') as string },
  ]);
  expect((await rig.control<Mail>('mail')).messages).toHaveLength(2);

  const page = await fetch(`${rig.url}/control/mail/${messages[0]?.id}/html`);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await page.text()).toContain('zawadi.example/v/abc');

  await rig.control('reset', {});
  expect((await rig.control<Mail>('mail')).messages).toEqual([]);
});

test('shows an attached picture inside its email', async () => {
  const rig = await startRig();
  const message = [
    'Subject: Zawadi',
    'MIME-Version: 1.0',
    'Content-Type: multipart/related; boundary=b',
    '',
    '--b',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<img src="cid:mark@zawadi"><td background="cid:mark@zawadi">',
    '--b',
    'Content-Type: image/png; name=mark.png',
    'Content-Transfer-Encoding: base64',
    'Content-ID: <mark@zawadi>',
    'Content-Disposition: inline; filename=mark.png',
    '',
    'iVBORw0KGgo=',
    '--b--',
  ].join('\r\n');
  await sendMail(rig.smtpPort, ['amina@zawadi.test'], message);
  const [mail] = (await rig.control<Mail>('mail')).messages;
  expect(mail?.html.match(/data:image\/png;base64,iVBORw0KGgo=/gu)).toHaveLength(2);
  expect(mail?.html).not.toContain('cid:');
});
