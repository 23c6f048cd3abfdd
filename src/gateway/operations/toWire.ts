import { countryAs } from '../../protocol/gateway/countries.ts';
import type { GatewayProfile, PaymentEndpoint } from '../../protocol/gateway/profile.ts';
import type { FieldShape, ObjectShape } from '../../protocol/gateway/requestShapes.ts';
import type { ValidationIssue } from '../errors/requestErrors.ts';
import { ownName } from './ownNames.ts';

/** One field of our spelling: its name on the wire, and what is done to its value. */
interface PlannedField {
  wire: string;
  shape: FieldShape;
  isCountry: boolean;
  /** A switch that travels as one of two words (G20). */
  switchName: keyof GatewayProfile['wire']['configuration'] | undefined;
}
type Plan = ReadonlyMap<string, PlannedField>;

/**
 * Turns an input in the client's spelling into the wire's: names, `Client` spelling (G6, G7), digits as texts or numbers
 * (G8), the form of a country (G24), the two switches of `Configuration` (G20). Fields that are not part of the request are issues.
 */
export function toWire(
  input: Readonly<Record<string, unknown>>,
  shape: ObjectShape,
  profile: Pick<GatewayProfile, 'wire'>,
  endpoint: PaymentEndpoint,
  issues: ValidationIssue[],
): Record<string, unknown> {
  return object(input, shape, '');

  function object(value: Readonly<Record<string, unknown>>, shape: ObjectShape, path: string) {
    const plan = planOf(shape, profile.wire.clientCase);
    if (shape.open && plan.size === 0) return { ...value };
    const result: Record<string, unknown> = {};
    for (const own of Object.keys(value)) {
      if (value[own] === undefined) continue;
      const planned = plan.get(own);
      if (planned !== undefined) result[planned.wire] = field(value[own], planned, path, own);
      else if (!shape.open || own !== 'extra') issues.push(unknownField(own, plan, path));
    }
    if (shape.open && value.extra !== undefined) Object.assign(result, value.extra);
    return result;
  }

  function field(
    value: unknown,
    { shape, switchName, isCountry }: PlannedField,
    path: string,
    own: string,
  ): unknown {
    if (value === null) return null;
    if (typeof shape === 'object') {
      if (typeof value === 'object' && !Array.isArray(value)) {
        return object(value as Record<string, unknown>, shape, `${path}${own}.`);
      }
      issues.push({ path: `${path}${own}`, rule: 'type', message: 'expected an object' });
      return null;
    }
    if (shape === 'digits') return digits(value, profile.wire.numbersAs);
    if (switchName !== undefined && typeof value === 'boolean') {
      return profile.wire.configuration[switchName][value ? 1 : 0];
    }
    if (isCountry && typeof value === 'string') return countryAs(value, profile.wire.country[endpoint]);
    return value;
  }
}

function unknownField(name: string, plan: Plan, path: string): ValidationIssue {
  const hint = [...plan.keys()].find((own) => own.toLowerCase() === name.toLowerCase());
  return {
    path: `${path}${name}`,
    rule: 'unknown',
    message: hint === undefined ? 'is no field of this request' : `is spelled "${hint}"`,
  };
}

/** A number would lose leading zeros and the end of a long card number, so such digits stay a text. */
function digits(value: unknown, as: 'string' | 'number'): unknown {
  if (as === 'string') return Number.isFinite(value) ? String(value) : value;
  return typeof value === 'string' && String(Number(value)) === value ? Number(value) : value;
}

/** Of a name listed in two spellings (`email`, `Email`) the one of the profile is used. */
function planOf({ fields }: ObjectShape, clientCase: 'lower' | 'pascal'): Plan {
  const byOwn = new Map<string, PlannedField>();
  for (const [wire, shape] of Object.entries(fields)) {
    const own = ownName(wire);
    const isLower = wire[0] === wire[0]?.toLowerCase();
    if (byOwn.has(own) && isLower !== (clientCase === 'lower')) continue;
    byOwn.set(own, {
      wire,
      shape,
      isCountry: own === 'country',
      switchName: own === 'showSavedCards' || own === 'cardHolderNameEdit' ? own : undefined,
    });
  }
  return byOwn;
}
