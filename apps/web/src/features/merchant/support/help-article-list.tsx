import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { useMerchant } from '../../session/session.tsx';
import { findArticles } from './find-articles.ts';
import { helpArticles } from './help-articles.ts';
import type { HelpArticle } from './help-article.ts';
import './support.css';

/** Questions of shopkeepers, found by any word; each opens in its place. */
export function HelpArticles() {
  const { staffRole } = useMerchant();
  const [question, setQuestion] = useState<string>();
  const mine = helpArticles.filter(({ isForOffice }) => staffRole !== 'cashier' || isForOffice !== true);
  const found = findArticles(mine, question ?? '');
  return (
    <section className="stack" aria-label="Help">
      <search>
        <SearchField
          label="Search help"
          placeholder="Refund, settlement, webhook"
          search={question}
          onSearch={setQuestion}
        />
      </search>
      <p className="sr" role="status">
        {question === undefined ? '' : `${found.length} answers`}
      </p>
      <Sheet>
        {found.length === 0 ? (
          <EmptyState
            title="No answer found"
            action={
              <Button variant="secondary" onClick={() => setQuestion(undefined)}>
                Show all answers
              </Button>
            }
          >
            Try one word, or write to us.
          </EmptyState>
        ) : (
          <div className="help-articles">
            {found.map((article) => (
              <Article key={article.id} article={article} />
            ))}
          </div>
        )}
      </Sheet>
    </section>
  );
}

function Article({ article: { id, title, paragraphs } }: { article: HelpArticle }) {
  return (
    <details id={id}>
      <summary>
        <h2>{title}</h2>
      </summary>
      <div className="stack-2">
        {paragraphs.map((paragraph) => (
          <p key={paragraph} className={isStep(paragraph) ? 'help-step' : undefined}>
            {paragraph}
          </p>
        ))}
      </div>
    </details>
  );
}

function isStep(paragraph: string): boolean {
  return /^\d\. /u.test(paragraph);
}
