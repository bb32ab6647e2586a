import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { useMerchant } from '../../session/session.tsx';
import type { HelpArticle } from './help-article.ts';
import { tillArticles } from './till-articles.ts';
import './support.css';
import { RichText } from '../../../i18n/rich-text.tsx';
import { say } from '../../../i18n/say.ts';

/** Articles about pay-outs and staff. */
const moneyArticles: readonly HelpArticle[] = [
  {
    id: 'settlement',
    title: 'When do I get my money?',
    paragraphs: [
      'A settlement takes everything that you redeemed up to the midnight before it. It is made daily or weekly at the hour you chose in Settings; Settlements shows when the next one is due.',
      'The fee is 1 % of the amount, rounded down to a whole shilling. There are no other fees on your side.',
      'A batch holds at most KES 250,000; if you are owed more, there are several. Less than KES 10 after the fee is carried over to the next one.',
      'M-PESA usually pays within minutes. A bank can take until the next working day.',
    ],
    alsoFoundBy: 'pay payout bank mpesa fee late money carried over schedule lipwa kuchelewa benki ada',
    isForOffice: true,
  },
  {
    id: 'settlement-pending',
    title: 'Why is a settlement pending again?',
    paragraphs: [
      'The pay-out failed, and the money stays in its batch. Open the batch to see what happened.',
      'If the number, till or account is wrong, the owner corrects it in Settings → Pay-out channel. We then try again.',
      'If it was our side or M-PESA’s, you need not do anything. Nothing is lost and nothing is paid twice.',
    ],
    alsoFoundBy: 'failed not paid processing stuck pending kushindikana haijalipwa kukwama',
    isForOffice: true,
  },
  {
    id: 'payout-channel',
    title: 'How do I change where I am paid?',
    paragraphs: [
      'Only the owner can, in Settings → Pay-out channel. Enter your password again to confirm.',
      'A change takes effect after 24 hours, and we write to the contact about it. If you did not change it, you have a day to stop it: change your password, set the channel again and write to us.',
    ],
    alsoFoundBy:
      'till paybill pay bill bank account number equity kcb 24 hours namba akaunti ya benki kubadilisha',
    isForOffice: true,
  },
  {
    id: 'staff',
    title: 'What may cashiers, managers and owners do?',
    paragraphs: [
      'Cashiers redeem, and see their own redemptions of today. Managers see everything and may reverse, but cannot change staff, the pay-out channel or the API secret. A manager of one place sees and reverses only what happened there. Owners may do everything.',
      'Give every staff member their own account in Settings → Staff. They sign in with your merchant code, a dot and their name: DUKA001.juma. Disable an account on the day its owner leaves.',
    ],
    alsoFoundBy: 'user account employee role password sign in login mfanyakazi akaunti nenosiri kuingia',
  },
  {
    id: 'suspended',
    title: 'My account is pending or suspended',
    paragraphs: [
      'A new merchant can sign in and set everything up while we approve it, and redeem from then on.',
      'A suspended merchant cannot redeem, and batches wait. Your balance stays yours, and we pay it when the suspension ends. Write to us below and tell us how to reach you.',
    ],
    alsoFoundBy: 'approve blocked frozen inactive cannot redeem kusimamishwa kufungwa kuidhinishwa',
  },
];

/** Articles for shops whose own tills call our API. */
const systemArticles: readonly HelpArticle[] = [
  {
    id: 'api-keys',
    title: 'How does my own till or web shop connect?',
    paragraphs: [
      'API Access has your key, the address and examples that can be copied. The key is the user name, the secret is the password.',
      'We show the secret for 30 seconds after Regenerate secret, and never again. The old one stops at once, so put the new one into your system straight away.',
      'Keep the secret on your server, never in a web page, an app or a chat.',
      'If you switch on IP Whitelist, calls from any other address are refused. Add your own address first.',
    ],
    alsoFoundBy:
      'api secret key developer integrate pos website ip whitelist siri ufunguo kuunganisha mtandaoni',
    isForOffice: true,
  },
  {
    id: 'webhooks',
    title: 'Why does my system receive no webhooks?',
    paragraphs: [
      '1. API Access → Webhooks: press Test. It shows what your address answered.',
      '2. The address must be public and begin with https, and answer with 2xx within seconds. Do the work after you have answered.',
      '3. Check the signature with the signing secret. After you change the secret, give your system the new one.',
      'We retry undelivered events for about three days. The delivery log shows every try. Press Send again to send one now.',
      'The same event can arrive twice. Store its id, and skip an event that you already have.',
    ],
    alsoFoundBy: 'webhook event notification callback signature whsec delivery url tukio taarifa anwani',
    isForOffice: true,
  },
];

/** All help articles for shops, the most common questions first. */
export const helpArticles: readonly HelpArticle[] = [...tillArticles, ...moneyArticles, ...systemArticles];

/** Help articles for shops, with a search. An article opens within the list. */
export function HelpArticles() {
  const { staffRole } = useMerchant();
  const [question, setQuestion] = useState<string>();
  const mine = helpArticles.filter(({ isForOffice }) => staffRole !== 'cashier' || isForOffice !== true);
  const found = findArticles(mine, question ?? '');
  return (
    <section className="stack" aria-label={say('Help')}>
      <search>
        <SearchField
          label={say('Search help')}
          placeholder={say('Refund, settlement, webhook')}
          search={question}
          onSearch={setQuestion}
        />
      </search>
      <p className="sr" role="status">
        {question === undefined ? '' : say('{count} answers', { count: found.length })}
      </p>
      <Sheet>
        {found.length === 0 ? (
          <EmptyState
            title={say('No answer found')}
            action={
              <Button variant="secondary" onClick={() => setQuestion(undefined)}>
                {say('Show all answers')}
              </Button>
            }
          >
            {say('Try one word, or write to us.')}
          </EmptyState>
        ) : (
          <div className="help-articles">
            {found.map((article) => (
              <Article key={article.id} article={article} />
            ))}
          </div>
        )}
      </Sheet>
      {staffRole !== 'cashier' && (
        <p className="small">
          <RichText
            text="For your own till or web shop there are <link>pages for developers</link>."
            link={<DeveloperPages />}
          />
        </p>
      )}
    </section>
  );
}

/** A link to the developers' pages, which are outside this app. */
function DeveloperPages({ children }: { children?: ReactNode }) {
  return <a href="/developers">{children}</a>;
}

function Article({ article: { id, title, paragraphs } }: { article: HelpArticle }) {
  return (
    <details id={id}>
      <summary>
        <h2>{say(title)}</h2>
      </summary>
      <div className="stack-2">
        {paragraphs.map((paragraph) => (
          <p key={paragraph} className={isStep(paragraph) ? 'help-step' : undefined}>
            {say(paragraph)}
          </p>
        ))}
      </div>
    </details>
  );
}

function isStep(paragraph: string): boolean {
  return /^\d\. /u.test(paragraph);
}

/** Returns the articles that contain every word of the question; those with all words in the title come first. */
export function findArticles(articles: readonly HelpArticle[], question: string): HelpArticle[] {
  const words = plain(question)
    .split(/[^a-z0-9]+/u)
    .filter((word) => word !== '');
  return articles
    .filter((article) => containsAll(wholeText(article), words))
    .sort(
      (left, right) =>
        Number(containsAll(say(right.title), words)) - Number(containsAll(say(left.title), words)),
    );
}

function wholeText({ title, paragraphs, alsoFoundBy }: HelpArticle): string {
  return [...[title, ...paragraphs].map((text) => say(text)), alsoFoundBy].join(' ');
}

function containsAll(text: string, words: readonly string[]): boolean {
  const plainText = plain(text);
  return words.every((word) => plainText.includes(word));
}

/** Normalises spelling: M-Pesa, mpesa and M PESA become the same word, and so do both kinds of apostrophe. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[’']/gu, '')
    .replaceAll(/m[- ]pesa/gu, 'mpesa');
}
