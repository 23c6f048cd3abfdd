import { nearestName } from '../help/nearestName.ts';
import { baseUrlProblem } from './baseUrl.ts';

/** The environment variables that describe a gateway. */
export const ENV_NAMES = [
  'HPP_BASE_URL',
  'HPP_CLIENT_ID',
  'HPP_CLIENT_SECRET',
  'HPP_SIGNATURE_SECRET',
  'HPP_TEST',
] as const;
type EnvName = (typeof ENV_NAMES)[number];
type Env = Readonly<Record<string, string | undefined>>;

/** What else of ours may stand in an environment, and is no misspelled name. */
const OTHER_NAMES = ['HPP_SANDBOX_URL', 'HPP_SANDBOX_TOKEN'];

const EXPECTED: Readonly<Record<EnvName, string>> = {
  HPP_BASE_URL: 'the address of the gateway, such as https://gateway.example',
  HPP_CLIENT_ID: 'the client id that you have from the gateway',
  HPP_CLIENT_SECRET: 'the client secret that you have from the gateway',
  HPP_SIGNATURE_SECRET: 'the secret that requests and notifications are signed with',
  HPP_TEST: 'true for test transactions or false for live ones; there is no default',
};

/** One sentence for each variable that is missing or malformed. No value is repeated: any of them may be a secret in the wrong place. */
export function envProblems(env: Env): string[] {
  return ENV_NAMES.flatMap((name) => {
    const value = env[name];
    if (value === undefined || value === '') return [missing(name, env)];
    const problem = malformed(name, value, env);
    return problem === null ? [] : [`${name}: ${problem}`];
  });
}

function missing(name: EnvName, env: Env): string {
  const state = env[name] === '' ? 'is empty' : 'is missing';
  const similar = similarName(name, env);
  const hint =
    similar === undefined ? '' : ` ${similar} is set: if you meant that one, rename it to ${name}.`;
  return `${name} ${state}: expected ${EXPECTED[name]}.${hint}`;
}

/** A variable that is set and has nearly this name: misspelled (`HPP_CLIENTID`), without `HPP_`, or with a bundler's prefix. */
function similarName(name: EnvName, env: Env): string | undefined {
  const known: readonly string[] = [...ENV_NAMES, ...OTHER_NAMES];
  const set = Object.keys(env).filter((other) => env[other] && !known.includes(other));
  const bare = name.slice('HPP_'.length);
  return (
    set.find((other) => other === bare || other.endsWith(`_${name}`)) ??
    nearestName(
      name,
      set.filter((other) => /^_?HPP/i.test(other)),
    )
  );
}

function malformed(name: EnvName, value: string, env: Env): string | null {
  if (value !== value.trim()) return 'begins or ends with a blank or a line break. Take it away.';
  // Docker's --env-file keeps them: https://docs.docker.com/reference/cli/docker/container/run/#env
  if (/^(["']).*\1$/.test(value))
    return 'stands in quotation marks, which are read as a part of it. Take them away.';
  if (name === 'HPP_TEST' && value !== 'true' && value !== 'false') return `expected ${EXPECTED.HPP_TEST}.`;
  return name === 'HPP_BASE_URL' ? baseUrlProblem(value, env.HPP_TEST !== 'false') : null;
}
