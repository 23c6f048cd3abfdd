import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import document from '../../src/protocol/page/checkout.openapi.json' with { type: 'json' };

export type SchemaName = keyof typeof document.components.schemas;

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addSchema(document, 'checkout.openapi.json');

/** The contract's schema of that name, as a check. */
export function schema(name: SchemaName): ValidateFunction {
  const check = ajv.getSchema(`checkout.openapi.json#/components/schemas/${name}`);
  if (check === undefined) throw new Error(`The contract has no schema "${name}".`);
  return check;
}

/** What is wrong with a value, in words; empty when it is as the contract says. */
export function complaints(name: SchemaName, value: unknown): string[] {
  const check = schema(name);
  return check(value)
    ? []
    : (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
