import { expect, it } from 'vitest';
import { createCircuitBreaker } from '../../../src/merchant/poll/circuitBreaker.ts';

function breaker() {
  let now = 10_000;
  const circuit = createCircuitBreaker(() => now);
  const fail = (times: number) => {
    for (let each = 0; each < times; each++) circuit.failed();
  };
  return {
    circuit,
    fail,
    later: (ms: number) => {
      now += ms;
    },
  };
}

it('F40 opens after three failures in a row, and not before', () => {
  const { circuit, fail } = breaker();
  expect(circuit.mayCall()).toBe(true);
  fail(2);
  expect([circuit.mayCall(), circuit.mayCall(), circuit.mayCall()]).toEqual([true, true, true]);
  circuit.succeeded();
  fail(2);
  expect(circuit.mayCall()).toBe(true);
  fail(1);
  expect(circuit.mayCall()).toBe(false);
});

it('F40 lets one probe through after 1 s, 2 s, 4 s … 30 s', () => {
  const { circuit, fail, later } = breaker();
  fail(3);
  for (const pause of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
    later(pause - 1);
    expect(circuit.mayCall()).toBe(false);
    later(1);
    // One caller: the others wait for what it finds.
    expect([circuit.mayCall(), circuit.mayCall()]).toEqual([true, false]);
    fail(1);
  }
});

it('a probe that never ends keeps the next one waiting for as long, no longer', () => {
  const { circuit, fail, later } = breaker();
  fail(3);
  later(1_000);
  expect(circuit.mayCall()).toBe(true);
  later(999);
  expect(circuit.mayCall()).toBe(false);
  later(1);
  expect(circuit.mayCall()).toBe(true);
});

it('one success closes it', () => {
  const { circuit, fail, later } = breaker();
  fail(9);
  later(60_000);
  expect(circuit.mayCall()).toBe(true);
  circuit.succeeded();
  expect([circuit.mayCall(), circuit.mayCall()]).toEqual([true, true]);
});
