import { mysqlDialect } from '../../../src/merchant/store/mysql/dialect.ts';
import { compiler } from '../../../src/merchant/store/sql/compile.ts';
import type { Results, Row, SqlDriver, Statement } from '../../../src/merchant/store/sql/driver.ts';

/** What a fake driver is asked: each transaction's statements, or one that reads. */
type Sent = readonly Statement[];

interface FakeMysql {
  readonly driver: SqlDriver;
  /** In order. */
  readonly sent: Sent[];
}

/**
 * A driver as MySQL's without a server: it keeps the statements, their spaces made one, and gives these answers, one for each call:
 * what the server would give for each statement. A call without an answer is an error, and so is a statement with another number of
 * values than of places for them, or with a word in braces that MySQL's dialect does not know.
 */
export function fakeMysql(answers: readonly Results[]): FakeMysql {
  const sent: Sent[] = [];
  const compile = compiler(mysqlDialect(), Date.now);
  const answer = async (statements: readonly Statement[]): Promise<Results> => {
    for (const statement of statements) {
      const { text } = compile(statement);
      if (/[{}]/.test(text)) throw new Error(`Not MySQL's: ${text}`);
      const places = text.split('?').length - 1;
      if (places !== statement.values.length)
        throw new Error(`${places} places for ${statement.values}: ${text}`);
    }
    sent.push(statements.map((each) => ({ ...each, sql: each.sql.replaceAll(/\s+/g, ' ') })));
    const results = answers[sent.length - 1];
    if (results === undefined) throw new Error(`No answer for call ${sent.length}.`);
    return results;
  };
  const one = async (statement: Statement): Promise<readonly Row[]> => (await answer([statement]))[0] ?? [];
  return {
    sent,
    driver: {
      mysql: { all: answer },
      read: one,
      write: ({ decide }) => one(decide),
      open: async () => {},
      migrate: async () => {},
      close: async () => {},
    },
  };
}
