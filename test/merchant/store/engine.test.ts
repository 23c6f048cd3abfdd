import { describe, expect, it } from 'vitest';
import { type EngineSources, findEngine } from '../../../src/merchant/store/sqlite/findEngine.ts';

class BuiltIn {}
class Libsql {}

const missing = (text: string, code = 'MODULE_NOT_FOUND') => Object.assign(new Error(text), { code });
const throws = (error: unknown) => () => {
  throw error;
};
const INSTALLED_NOT = missing("Cannot find module 'libsql'\nRequire stack:\n- /shop/server.js");
const unreachable = () => expect.unreachable();

/** A runtime without SQLite of its own, and without the package. */
const nothing: EngineSources = {
  builtIn: () => undefined,
  require: throws(INSTALLED_NOT),
  import: () => Promise.reject(missing("Cannot find package 'libsql' imported from /shop/server.js")),
  isBundled: () => false,
};
const find = (change: Partial<EngineSources>) => findEngine({ ...nothing, ...change });

describe('the engine of sqliteStore', () => {
  it('is the runtime’s own where there is one', async () => {
    const load = find({
      builtIn: () => ({ DatabaseSync: BuiltIn }),
      require: unreachable,
      import: unreachable,
    });
    expect(await load()).toBe(BuiltIn);
  });

  it('else the package, as it is installed', async () => {
    expect(await find({ require: () => Libsql, import: unreachable })()).toBe(Libsql);
  });

  it('in a bundle the package as the bundler found it', async () => {
    const load = find({ isBundled: () => true, import: async () => ({ default: Libsql }) });
    expect(await load()).toBe(Libsql);
  });

  const NOT_INSTALLED = expect.objectContaining({
    code: 'config_invalid',
    message: expect.stringMatching(
      /^sqliteStore: this runtime has no SQLite .* "libsql" is not installed\. Run "npm install libsql"/,
    ),
  });

  it('neither: stops when the store is made', () => {
    expect(() => find({})).toThrow(NOT_INSTALLED);
  });

  it.each([
    "Cannot find package 'libsql' imported from /shop/bundle.js",
    "Cannot find module 'libsql'",
    'Could not resolve "libsql" imported by "hpp-checkout". Is it installed?',
  ])('neither, in a bundle: rejects, by whatever words the bundler has: %s', async (text) => {
    const load = find({ isBundled: () => true, import: () => Promise.reject(missing(text)) });
    await expect(load()).rejects.toEqual(NOT_INSTALLED);
  });

  it.each([
    [
      missing("Cannot find module '@libsql/linux-x64-musl'\nRequire stack:\n- …"),
      "Cannot find module '@libsql/linux-x64-musl'.",
    ],
    [
      new Error('/lib/libc.so.6: version `GLIBC_2.38` not found'),
      '/lib/libc.so.6: version `GLIBC_2.38` not found.',
    ],
    ['no error at all', 'no error at all.'],
  ])(
    'a package that is there and cannot be loaded is another sentence, with the cause: %s',
    async (error, cause) => {
      const sentence = expect.objectContaining({
        code: 'config_invalid',
        message: expect.stringContaining(`"libsql" cannot be loaded: ${cause}`),
        cause: error,
      });
      expect(() => find({ require: throws(error) })).toThrow(sentence);
      const load = find({ isBundled: () => true, import: () => Promise.reject(error) });
      await expect(load()).rejects.toEqual(sentence);
    },
  );

  it('of this machine can be loaded', async () => {
    expect(await findEngine()()).toBeTypeOf('function');
  });
});
