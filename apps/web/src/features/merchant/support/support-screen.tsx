import { PageTitle } from '../../../ui/page-title.tsx';
import { HelpArticles } from './help-article-list.tsx';
import { SupportLetter } from './support-letter.tsx';

/** Answers to read, and a letter for what they leave open. */
export function SupportScreen() {
  return (
    <>
      <PageTitle title="Support">Most questions have a short answer. For all others, write to us.</PageTitle>
      <div className="cols">
        <HelpArticles />
        <SupportLetter />
      </div>
    </>
  );
}
