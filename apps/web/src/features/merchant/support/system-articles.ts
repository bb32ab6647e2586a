import type { HelpArticle } from './help-article.ts';

/** For shops whose own tills talk to us. */
export const systemArticles: readonly HelpArticle[] = [
  {
    id: 'api-keys',
    title: 'How does my own till or web shop connect?',
    paragraphs: [
      'API Access has your key, the address and examples that can be copied. The key is the user name, the secret is the password.',
      'The secret is shown for 30 seconds after Regenerate, and never again. Regenerating ends the old one at once, so put the new one into your system straight away.',
      'Keep the secret on your server. It does not belong into a web page, an app or a chat.',
      'If you switch on IP Whitelist, calls from any other address are refused. Add your own address first.',
    ],
    alsoFoundBy: ['api', 'secret', 'key', 'developer', 'integrate', 'pos', 'website', 'ip', 'whitelist'],
    isForOffice: true,
  },
  {
    id: 'webhooks',
    title: 'Why does my system receive no webhooks?',
    paragraphs: [
      '1. API Access → Webhooks: press Test. It shows what your address answered.',
      '2. The address must be public and begin with https, and answer with 2xx within seconds. Do the work after you have answered.',
      '3. Check the signature with the signing secret. After a change of the secret your system has to know the new one.',
      'What was not received is tried again for about three days. The delivery log shows every try; Send again sends one now.',
      'The same event can come twice: keep its id, and leave out what you have had.',
    ],
    alsoFoundBy: ['webhook', 'event', 'notification', 'callback', 'signature', 'whsec', 'delivery', 'url'],
    isForOffice: true,
  },
];
