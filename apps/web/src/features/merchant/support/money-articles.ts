import type { HelpArticle } from './help-article.ts';

/** About being paid, and about the people of the shop. */
export const moneyArticles: readonly HelpArticle[] = [
  {
    id: 'settlement',
    title: 'When do I get my money?',
    paragraphs: [
      'A settlement takes everything that you redeemed up to the midnight before it. It is made daily or weekly at the hour you chose in Settings; Settlements shows when the next one is due.',
      'The fee is 1 % of the amount, rounded down to a whole shilling. There are no other fees on your side.',
      'A batch holds at most KES 250,000; if you are owed more, there are several. Less than KES 10 after the fee is carried over to the next one.',
      'M-PESA pays within minutes as a rule. A bank can take until the next working day.',
    ],
    alsoFoundBy: ['pay', 'payout', 'bank', 'mpesa', 'fee', 'late', 'money', 'carried over', 'schedule'],
    isForOffice: true,
  },
  {
    id: 'settlement-pending',
    title: 'Why is a settlement pending again?',
    paragraphs: [
      'The pay-out did not succeed, and the money stays in its batch. Open the batch: it says in plain words what happened.',
      'If the number, till or account is wrong, the owner corrects it in Settings → Pay-out channel. We then try again.',
      'If it was our side or M-PESA’s, you need not do anything. Nothing is lost and nothing is paid twice.',
    ],
    alsoFoundBy: ['failed', 'not paid', 'processing', 'stuck', 'pending'],
    isForOffice: true,
  },
  {
    id: 'payout-channel',
    title: 'How do I change where I am paid?',
    paragraphs: [
      'Only the owner can, in Settings → Pay-out channel, with the password once more.',
      'A change takes effect after 24 hours, and we write to the contact about it. If somebody else changed it, you have a day to stop them: change your password, set the channel again and write to us.',
    ],
    alsoFoundBy: ['till', 'paybill', 'pay bill', 'bank account', 'number', 'equity', 'kcb', '24 hours'],
    isForOffice: true,
  },
  {
    id: 'staff',
    title: 'What may cashiers, managers and owners do?',
    paragraphs: [
      'Cashiers redeem, and see their own redemptions of today. Managers see everything and may reverse, but change neither staff, nor the pay-out channel, nor the API secret. Owners may do everything.',
      'Give everybody an account of their own in Settings → Staff. They sign in with your merchant code, a dot and their name: DUKA001.juma. Disable an account on the day somebody leaves.',
    ],
    alsoFoundBy: ['user', 'account', 'employee', 'role', 'password', 'sign in', 'login'],
  },
  {
    id: 'suspended',
    title: 'My account is pending or suspended',
    paragraphs: [
      'A new merchant can sign in and set everything up while we approve it, and redeem from then on.',
      'A suspended merchant cannot redeem, and batches wait. Your balance stays yours and is paid when the suspension ends. Write to us below and tell us how to reach you.',
    ],
    alsoFoundBy: ['approve', 'blocked', 'frozen', 'inactive', 'cannot redeem'],
  },
];
