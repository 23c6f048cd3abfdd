// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import pkg from '../../package.json' with { type: 'json' };
import { HppCheckoutElement } from '../../src/widget/element.ts';
import { OPTION_NAMES } from '../../src/widget/optionNames.ts';

interface Named {
  name: string;
  fieldName?: string;
  static?: boolean;
}
const read = (file: string) => JSON.parse(readFileSync(join(import.meta.dirname, '../..', file), 'utf8'));
const [{ declarations, path }] = read(pkg.customElements).modules;
const [declaration] = declarations as [
  Record<'attributes' | 'members' | 'events' | 'cssParts', Named[]> & { tagName: string },
];

describe('custom-elements.json tells what the element has', () => {
  const element = document.createElement('hpp-checkout') as HppCheckoutElement;

  it('of the module that defines it', () => {
    expect([path, declaration.tagName]).toEqual([pkg.exports['./element'].default.slice(2), 'hpp-checkout']);
    expect(element).toBeInstanceOf(HppCheckoutElement);
  });

  it('each attribute is an option that the element reads', () => {
    for (const { name, fieldName = '' } of declaration.attributes) {
      const value = `of ${name}`;
      element.setAttribute(name, value);
      expect([name, element[fieldName as 'label']]).toEqual([name, value]);
    }
    const names = declaration.attributes.map(({ name }) => name);
    expect(HppCheckoutElement.observedAttributes.filter((name) => !names.includes(name))).toEqual([]);
    expect(
      read('dist/vscode.html-custom-data.json').tags[0].attributes.map(({ name }: Named) => name),
    ).toEqual(names);
  });

  it('each member is there, and no property of ours is missing', () => {
    const { members } = declaration;
    expect(
      members.filter((member) => !(member.name in (member.static ? HppCheckoutElement : element))),
    ).toEqual([]);
    const inCode = Object.getOwnPropertyNames(HppCheckoutElement.prototype).filter(
      (name) => !/^constructor$|Callback$/.test(name),
    );
    const told = members.filter((member) => !member.static).map(({ name }) => name);
    expect([...told].sort()).toEqual(inCode.sort());
  });

  it('each event is one that a callback stands for', () => {
    const callbacks = OPTION_NAMES.filter((name) => /^on/.test(name) && name !== 'onEvent');
    expect(declaration.events.map(({ name }) => name)).toEqual(
      callbacks.map((name) => `hpp-checkout:${name.slice(2).toLowerCase()}`),
    );
  });
});
