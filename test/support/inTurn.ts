/** What settles without a timer or a server, or an error: a test that would wait for ever says so at once. */
export async function inTurn<T>(promise: Promise<T>): Promise<T> {
  let isWaiting = true;
  const over = (async () => {
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
    if (isWaiting) throw new Error('It has not settled.');
  })();
  try {
    return (await Promise.race([promise, over])) as T;
  } finally {
    isWaiting = false;
  }
}
