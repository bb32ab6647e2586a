import { choice, optional, person, text } from '../fields.ts';
import { message } from '../message.ts';
import { present } from './phrases.ts';

const ENDED = {
  en: { approved: 'Approved', rejected: 'Rejected', lapsed: 'Not decided in time', outdated: 'Out of date' },
  sw: {
    approved: 'Limekubaliwa',
    rejected: 'Limekataliwa',
    lapsed: 'Halikuamuliwa kwa wakati',
    outdated: 'Limepitwa na wakati',
  },
};

/**
 * Builds the email.
 * @param lines one paragraph for each line
 */
function listing(title: string, lines: string) {
  return { subject: title, heading: title, paragraphs: lines.split('\n') };
}

/** Messages to administrators about requests that wait for them, and how their own requests ended. */
export const administratorMessages = {
  'approvals-waiting': message({
    title: 'A request waits for a second administrator',
    data: {
      title: text('Please decide: refund KES 20,000 of the voucher ••4R7K'),
      /** One line for each request. */
      requests: text(
        'Refund KES 20,000 of the voucher ••4R7K. Asked by Wanjiku Kamau: “Sent to the wrong person”.',
      ),
      link: text('https://zawadi.example/admin/transactions/approvals?status=Open'),
    },
    email: {
      en: ({ title, requests, link }) => ({
        ...listing(title, requests),
        button: { label: 'Look and decide', url: link },
        note: 'Everyone who may decide gets this email. The first decision counts.',
      }),
      sw: ({ title, requests, link }) => ({
        ...listing(title, requests),
        button: { label: 'Tazama na uamue', url: link },
        note: 'Kila anayeweza kuamua hupata barua pepe hii; uamuzi wa kwanza ndio unaohesabika.',
      }),
    },
  }),
  'approvals-lapsing': message({
    title: 'A request is about to lapse',
    data: {
      title: text('About to lapse: refund KES 20,000 of the voucher ••4R7K'),
      /** One line for each request. */
      requests: text(
        'Refund KES 20,000 of the voucher ••4R7K. Asked by Wanjiku Kamau: “Sent to the wrong person”.',
      ),
      link: text('https://zawadi.example/admin/transactions/approvals?status=Open'),
    },
    email: {
      en: ({ title, requests, link }) => ({
        ...listing(title, requests),
        button: { label: 'Look and decide', url: link },
        note: 'If nobody decides in time, nothing happens, and the request must be made again.',
      }),
      sw: ({ title, requests, link }) => ({
        ...listing(title, requests),
        button: { label: 'Tazama na uamue', url: link },
        note: 'Kama hakuna anayeamua kwa wakati, hakuna kinachofanyika, na lazima liombwe upya.',
      }),
    },
  }),
  'approval-ended': message({
    cases: {
      approved: { title: 'A request was approved', example: { outcome: 'approved' } },
      rejected: { title: 'A request was rejected', example: { outcome: 'rejected' } },
      lapsed: { title: 'A request lapsed', example: { outcome: 'lapsed' } },
      outdated: { title: 'A request was out of date', example: { outcome: 'outdated' } },
    },
    data: {
      outcome: choice<'approved' | 'rejected' | 'lapsed' | 'outdated'>('approved'),
      summary: text('Refund KES 20,000 of the voucher ••4R7K'),
      decidedBy: optional(person('Wanjiku Kamau')),
      /** The approver's reason. If the request is outdated: the current amount and payment method. */
      reason: optional(text('The buyer has sent the wrong amount')),
      link: text('https://zawadi.example/admin/transactions/approvals'),
    },
    email: {
      en: ({ outcome, summary, decidedBy, reason, link }) => ({
        subject: `${ENDED.en[outcome]}: ${summary}`,
        heading: ENDED.en[outcome],
        paragraphs: [summary],
        rows: [...present('By', decidedBy), ...present('Reason', reason)],
        button: { label: 'Open approvals', url: link },
        ...(outcome !== 'approved' && { note: 'Nothing was done. You can request it again.' }),
      }),
      sw: ({ outcome, summary, decidedBy, reason, link }) => ({
        subject: `${ENDED.sw[outcome]}: ${summary}`,
        heading: ENDED.sw[outcome],
        paragraphs: [summary],
        rows: [...present('Na', decidedBy), ...present('Sababu', reason)],
        button: { label: 'Fungua maombi', url: link },
        ...(outcome !== 'approved' && { note: 'Hakuna kilichofanyika. Unaweza kuliomba upya.' }),
      }),
    },
  }),
  'administrator-changed': message({
    cases: {
      finance: { title: 'An administrator has another role: finance', example: { becomes: 'finance' } },
      disabled: { title: 'An administrator’s account is disabled', example: { becomes: 'disabled' } },
    },
    data: {
      becomes: choice<'administrator' | 'finance' | 'support' | 'read-only' | 'disabled'>('finance'),
      reason: text('She does the settlements from now on'),
    },
    email: {
      en: ({ becomes, reason }) => ({
        subject: becomes === 'disabled' ? 'Your account is disabled' : 'You have another role',
        heading: becomes === 'disabled' ? 'Your account is disabled' : 'You have another role',
        paragraphs: [
          becomes === 'disabled'
            ? 'You can no longer sign in as an administrator of Zawadi.'
            : `Your role is now ${becomes}. It decides what you can see and do as an administrator of Zawadi.`,
        ],
        rows: [...present('Reason', reason)],
        note: 'If you do not know why, ask another administrator now.',
      }),
      sw: ({ becomes, reason }) => ({
        subject: becomes === 'disabled' ? 'Akaunti yako imesimamishwa' : 'Una jukumu jipya',
        heading: becomes === 'disabled' ? 'Akaunti yako imesimamishwa' : 'Una jukumu jipya',
        paragraphs: [
          becomes === 'disabled'
            ? 'Huwezi tena kuingia kama msimamizi wa Zawadi.'
            : `Jukumu lako sasa ni ${becomes}. Linaamua unachoweza kuona na kufanya kama msimamizi wa Zawadi.`,
        ],
        rows: [...present('Sababu', reason)],
        note: 'Kama hujui sababu, muulize msimamizi mwingine sasa.',
      }),
    },
  }),
  'alerts-raised': message({
    title: 'Something needs an administrator',
    data: {
      title: text('The ledger does not add up'),
      /** One line for each alert. */
      alerts: text('The ledger does not add up. Stop pay-outs, and find out who wrote to it.'),
      link: text('https://zawadi.example/admin'),
    },
    email: {
      en: ({ title, alerts, link }) => ({
        ...listing(title, alerts),
        button: { label: 'Open the dashboard', url: link },
        note: 'An alert ends when its cause is fixed.',
      }),
      sw: ({ title, alerts, link }) => ({
        ...listing(title, alerts),
        button: { label: 'Fungua dashibodi', url: link },
        note: 'Tahadhari huisha tatizo likitatuliwa.',
      }),
    },
  }),
};
