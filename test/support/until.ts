const EVERY_MS = 25;

/** Waits for something that another process or the network brings about. Fails after `withinMs`. */
export async function until(holds: () => boolean | Promise<boolean>, withinMs = 30_000): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`Still not so after ${withinMs} ms: ${holds}`);
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}
