/** What the handler takes from the machine it runs on; tests put their own in its place. Times in milliseconds. */
export interface HandlerPlatform {
  monotonic(): number;
  wall(): number;
  randomBytes(count: number): Uint8Array;
  uuid(): string;
  wait(ms: number): Promise<void>;
}

export function thisPlatform(): HandlerPlatform {
  return {
    monotonic: () => performance.now(),
    wall: () => Date.now(),
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    uuid: () => crypto.randomUUID(),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  };
}
