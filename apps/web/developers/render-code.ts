import highlighter from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import java from 'highlight.js/lib/languages/java';
import json from 'highlight.js/lib/languages/json';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';

const GRAMMARS = { bash, java, json, php, python, typescript };
for (const [name, grammar] of Object.entries(GRAMMARS)) highlighter.registerLanguage(name, grammar);

/**
 * Languages allowed after ``` in the files. The tests run `sh` and the programs; `console` is for the reader's own
 * shell.
 */
const LANGUAGES: Record<string, { label: string; grammar?: keyof typeof GRAMMARS; isExample?: true }> = {
  sh: { label: 'curl', grammar: 'bash', isExample: true },
  ts: { label: 'TypeScript', grammar: 'typescript', isExample: true },
  python: { label: 'Python', grammar: 'python', isExample: true },
  php: { label: 'PHP', grammar: 'php', isExample: true },
  java: { label: 'Java', grammar: 'java', isExample: true },
  js: { label: 'JavaScript', grammar: 'typescript' },
  console: { label: 'Terminal', grammar: 'bash' },
  '': { label: 'Text' },
  json: { label: 'JSON', grammar: 'json' },
};

type Block = { lang?: string; text: string };

/** Whether a block can be one of several tabs. */
export function isExampleLanguage(lang: string | undefined): boolean {
  return LANGUAGES[lang ?? '']?.isExample === true;
}

let groups = 0;

/** Renders one example in several languages. Without scripts the languages follow each other, each with its name. */
export function tabsOf(blocks: readonly Block[]): string {
  groups += 1;
  const id = `example-${groups}`;
  const tabs = blocks.map(({ lang = '' }, index) => {
    const state = `aria-selected="${index === 0}" tabindex="${index === 0 ? 0 : -1}"`;
    return `<button type="button" role="tab" id="${id}-${lang}-tab" aria-controls="${id}-${lang}" data-language="${lang}" ${state}>${labelOf(lang)}</button>`;
  });
  const panels = blocks.map(({ lang = '', text }, index) => {
    const panel = `<div role="tabpanel" id="${id}-${lang}" aria-labelledby="${id}-${lang}-tab" data-language="${lang}"${index === 0 ? '' : ' hidden'}>`;
    return `${panel}<p class="language">${labelOf(lang)}</p>${preOf({ lang, text })}</div>`;
  });
  const bar = `<div class="bar"><div role="tablist" aria-label="Language">${tabs.join('')}</div>${COPY}</div>`;
  return `<div class="codebox" data-tabs>${bar}${panels.join('')}</div>`;
}

/** Renders a single block, named by the text after its language: ```json 200 OK. */
export function boxOf({ lang: info = '', text }: Block): string {
  const [lang = '', ...words] = info.split(' ');
  const name = words.length > 0 ? words.join(' ') : labelOf(lang);
  return `<div class="codebox"><div class="bar"><span>${escaped(name)}</span>${COPY}</div>${preOf({ lang, text })}</div>`;
}

function preOf({ lang = '', text }: Block): string {
  const { grammar } = languageOf(lang);
  const value =
    grammar === undefined ? escaped(text) : highlighter.highlight(text, { language: grammar }).value;
  // A command is one line; readers should not have to scroll it.
  const wraps = lang === 'console' ? ' class="wraps"' : '';
  return `<pre tabindex="0" translate="no"${wraps}><code>${value}</code></pre>`;
}

function labelOf(lang: string): string {
  return languageOf(lang).label;
}

function languageOf(lang: string) {
  const known = LANGUAGES[lang];
  if (known === undefined)
    throw new Error(`there is no highlighting for "${lang}"; known: ${Object.keys(LANGUAGES).join(', ')}`);
  return known;
}

const COPY = `<button class="icon-btn copy" type="button" aria-label="Copy"><svg class="icon" viewBox="0 0 24 24" fill="none" stroke="currentColor" aria-hidden="true"><rect x="8.5" y="8.5" width="12" height="12" rx="2" /><path d="M15.5 5.5v-1a1 1 0 0 0-1-1h-10a1 1 0 0 0-1 1v10a1 1 0 0 0 1 1h1" /></svg></button>`;

/** Escapes text for HTML and its attributes. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
