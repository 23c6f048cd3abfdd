import { describe, expect, it } from 'vitest';
import { docsAddress, whereToRead } from '../../src/help/docsUrl.ts';

describe('where to read on', () => {
  it('is a command while the docs have no address, and their address then', () => {
    expect(whereToRead('troubleshooting#offline', null)).toBe(
      'npx hpp-checkout docs troubleshooting#offline',
    );
    expect(whereToRead('troubleshooting#offline', 'https://docs.example')).toBe(
      'https://docs.example/troubleshooting#offline',
    );
  });

  it('is for a program what the command takes, or an address', () => {
    expect(docsAddress('troubleshooting#offline', null)).toBe('troubleshooting#offline');
    expect(docsAddress('troubleshooting#offline', 'https://docs.example')).toBe(
      'https://docs.example/troubleshooting#offline',
    );
  });
});
