import { alpha3Country } from '../protocol/gateway/countries.ts';
import type { GatewayProfile } from '../protocol/gateway/profile.ts';
import type { FieldShape, ObjectShape } from '../protocol/gateway/requestShapes.ts';
import type { ValidationIssue } from './errors/requestErrors.ts';
import { ownName } from './ownNames.ts';

interface PlannedField {
  own: string;
  wire: string;
  shape: FieldShape;
}

/**
 * Turns an input in the client's spelling into the wire's: names, `Client` spelling (G6, G7), digits as texts or numbers
 * (G8), alpha-2 countries, the two switches of `Configuration` (G20). Fields that are not part of the request are issues.
 */
export function toWire(
  input: Readonly<Record<string, unknown>>,
  shape: ObjectShape,
  profile: Pick<GatewayProfile, 'wire'>,
  issues: ValidationIssue[],
): Record<string, unknown> {
  return object(input, shape, '');

  function object(value: Readonly<Record<string, unknown>>, { fields, open }: ObjectShape, path: string) {
    const result: Record<string, unknown> = {};
    const plan = planFor(fields, profile.wire.clientCase);
    const names = new Set(Object.keys(value));
    for (const { own, wire, shape } of plan) {
      if (!names.delete(own) || value[own] === undefined) continue;
      result[wire] = field(value[own], shape, wire, `${path}${own}`);
    }
    if (open && Object.keys(fields).length === 0) return { ...value };
    if (open && names.delete('extra') && value.extra !== undefined) Object.assign(result, value.extra);
    for (const name of names) {
      if (value[name] === undefined) continue;
      const hint = plan.find(({ own }) => own.toLowerCase() === name.toLowerCase())?.own;
      issues.push({
        path: `${path}${name}`,
        rule: 'unknown',
        message: hint === undefined ? 'is no field of this request' : `is spelled "${hint}"`,
      });
    }
    return result;
  }

  function field(value: unknown, shape: FieldShape, wire: string, path: string): unknown {
    if (value === null) return null;
    if (typeof shape === 'object') {
      if (typeof value === 'object' && !Array.isArray(value)) {
        return object(value as Record<string, unknown>, shape, `${path}.`);
      }
      issues.push({ path, rule: 'type', message: 'expected an object' });
      return null;
    }
    if (typeof value === 'boolean' && shape === 'text') {
      const words =
        wire === 'ShowSavedCards'
          ? profile.wire.configuration.showSavedCards
          : wire === 'CardHolderNameEdit'
            ? profile.wire.configuration.cardHolderNameEdit
            : null;
      if (words !== null) return words[value ? 1 : 0];
    }
    if (shape === 'digits') return digits(value, profile.wire.numbersAs);
    if (wire.toLowerCase() === 'country' && typeof value === 'string') return alpha3Country(value) ?? value;
    return value;
  }
}

/** A number would lose leading zeros and the end of a long card number, so such digits stay a text. */
function digits(value: unknown, as: 'string' | 'number'): unknown {
  if (as === 'string') return typeof value === 'number' ? String(value) : value;
  return typeof value === 'string' && String(Number(value)) === value ? Number(value) : value;
}

const plans = new Map<
  Readonly<Record<string, FieldShape>>,
  { lower: PlannedField[]; pascal: PlannedField[] }
>();

function planFor(
  fields: Readonly<Record<string, FieldShape>>,
  clientCase: 'lower' | 'pascal',
): PlannedField[] {
  let both = plans.get(fields);
  if (both === undefined) {
    both = { lower: plan(fields, 'lower'), pascal: plan(fields, 'pascal') };
    plans.set(fields, both);
  }
  return both[clientCase];
}

/** Of a name listed in two spellings (`email`, `Email`) the one of the profile is used. */
function plan(fields: Readonly<Record<string, FieldShape>>, clientCase: 'lower' | 'pascal'): PlannedField[] {
  const byOwn = new Map<string, PlannedField>();
  for (const [wire, shape] of Object.entries(fields)) {
    const own = ownName(wire);
    const isLower = wire[0] === wire[0]?.toLowerCase();
    if (!byOwn.has(own) || isLower === (clientCase === 'lower')) byOwn.set(own, { own, wire, shape });
  }
  return [...byOwn.values()];
}
