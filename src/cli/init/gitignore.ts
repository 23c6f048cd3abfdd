import type { WantedFile } from './wantedFile.ts';

/** How a `.gitignore` may say it already. */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  '.env': ['.env', '/.env', '.env*', '/.env*', '**/.env'],
  'data/': ['data', 'data/', '/data', '/data/'],
};

/** `.gitignore` with the secrets, and with the payments where they lie in a file. */
export function gitignore(hasSqlite: boolean): WantedFile {
  const wanted = hasSqlite ? ['.env', 'data/'] : ['.env'];
  return {
    path: '.gitignore',
    purpose: `not for others: ${wanted.join(', ')}`,
    onlyAdds: true,
    textFrom(current) {
      const lines = (current ?? '').split(/\r?\n/).map((line) => line.trim());
      const missing = wanted.filter((entry) => !lines.some((line) => FORMS[entry]?.includes(line)));
      if (missing.length === 0 && current !== null) return current;
      const before = current === null || current === '' ? '' : current.replace(/\n*$/, '\n');
      return `${before}${missing.join('\n')}\n`;
    },
  };
}
