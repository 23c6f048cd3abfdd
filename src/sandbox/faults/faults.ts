import { checkFault } from './checkFault.ts';
import type { Fault, FaultTarget, NewFault } from './fault.ts';

export interface Faults {
  /** @throws RangeError naming the member that is wrong. */
  add(fault: NewFault): Fault;
  list(): readonly Fault[];
  remove(id: string): boolean;
  clear(): void;
  /** The first fault that strikes this request, counted as a hit. */
  take(target: Exclude<FaultTarget, '*'>, orderReference: string | null): Fault | null;
}

export function createFaults(options: {
  id: () => string;
  random: () => number;
  onHit: (fault: Fault, orderReference: string | null) => void;
}): Faults {
  let faults: (Fault & { seen: number })[] = [];

  function strikes(fault: Fault & { seen: number }, target: FaultTarget, reference: string | null): boolean {
    const { operation = '*', orderReference, nth, probability } = fault.match;
    const applies =
      operation === target || (operation === '*' && target !== 'page' && target !== 'notification');
    if (!applies || (orderReference !== undefined && orderReference !== reference)) return false;
    fault.seen++;
    if (nth !== undefined && fault.seen !== nth) return false;
    return probability === undefined || options.random() < probability;
  }

  return {
    add(fault) {
      const added = { ...checkFault(fault), id: options.id(), match: fault.match ?? {}, hits: 0, seen: 0 };
      faults.push(added);
      return publicView(added);
    },
    list: () => faults.map(publicView),
    remove(id) {
      const before = faults.length;
      faults = faults.filter((fault) => fault.id !== id);
      return faults.length < before;
    },
    clear() {
      faults = [];
    },
    take(target, orderReference) {
      const fault = faults.find((candidate) => strikes(candidate, target, orderReference));
      if (fault === undefined) return null;
      fault.hits++;
      if (fault.times !== undefined && fault.hits >= fault.times) faults = faults.filter((f) => f !== fault);
      options.onHit(fault, orderReference);
      return publicView(fault);
    },
  };
}

function publicView({ seen: _, ...fault }: Fault & { seen: number }): Fault {
  return fault as Fault;
}
