import type { JSX } from 'preact';
import type { FieldProblem } from '../hostedPage/hostedPageService.ts';
import { Icon } from './icons.tsx';
import { problemText } from './problemText.ts';
import type { Texts } from './texts/texts.ts';

interface Props {
  texts: Texts;
  /** The acquirer's text after a refused try (S190). */
  refused: string | null;
  problems: readonly FieldProblem[];
  noMethod: boolean;
}

/** What went wrong with the last try, above the form. The script fills the list too, so its place is always there. */
export function Problems({ texts, refused, problems, noMethod }: Props): JSX.Element {
  const shown = problems.length > 0;
  return (
    <>
      {refused !== null && !shown && (
        <div class="alert" role="alert" tabIndex={-1}>
          <Icon shape="warning" />
          <div>
            <h2>{texts.refusedTitle}</h2>
            <p>{refused}</p>
          </div>
        </div>
      )}
      {noMethod && (
        <div class="alert" role="alert" tabIndex={-1}>
          <Icon shape="warning" />
          <p>{texts.chooseMethod}</p>
        </div>
      )}
      <section class="alert" id="problems" tabIndex={-1} aria-labelledby="problems-title" hidden={!shown}>
        <Icon shape="warning" />
        <div>
          <h2 id="problems-title">{texts.checkFields}</h2>
          <ul id="problem-list">
            {problems.map((problem) => (
              <li key={problem.field}>
                <a href={`#${problem.field}`}>{problemText(problem, texts)}</a>
              </li>
            ))}
          </ul>
        </div>
      </section>
    </>
  );
}
